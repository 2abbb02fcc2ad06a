#!/bin/bash
# Sends the text of the files that a location file names, one after the other. read-http.sh and read-webhdfs.sh call it,
# with an empty environment:
#
#   send-locations.sh SCHEME... -- [--skip-header] LOCATION-FILE
#
# A location file, which 'bin/loadpath locations' writes:
#
#   loadpath-locations 1 hosts=namenode.example:9870,*.nodes.example login=user:etl
#   webhdfs://namenode.example:9870/sales/part-0.gz 48210553 1764150000123 sha256:9f86d081…
#   webhdfs://namenode.example:9870/sales/part-7.gz 48191207 1764150000871 -
#   end 2 96401760
#
# Line 1: the format's version; the hosts that may send data, with a port, or without one for every port (*. stands for
# the beginning of a name); and who logs in: user:NAME is for WebHDFS without Kerberos, kerberos for a ticket of the
# database's user, nothing for anyone.
# A file's line: its URI; its length in bytes; when it was changed, in milliseconds since 1970, or etag: and the ETag of
# an HTTP server; and its checksum, sha256: of the bytes, or hdfs:ALGORITHM: for what HDFS computes itself. One of the last
# two may be '-'.
# Last line: the number of the files, and the sum of their lengths. A location file without it was cut off.
#
# All lines are checked before the first byte is sent.

set -uo pipefail
export LC_ALL=C
here=${0%"${0##*/}"}

changed_form='^([0-9]{1,15}|-|etag:(W/)?"[!#-~]*")$'
schemes=()
while [[ $1 != -- ]]; do
  schemes+=("$1")
  shift
done
shift
options=()
if [[ ${1-} == --skip-header ]]; then
  options+=(--skip-header)
  shift
fi
if (($# != 1)) || [[ -z $1 ]]; then
  echo 'usage: read-http.sh or read-webhdfs.sh [--skip-header] LOCATION-FILE' >&2
  exit 2
fi
file=$1

refuse() { # MESSAGE
  printf 'preprocessor: %q: locations: %s\n' "$file" "$1" >&2
  exit 1
}

check_first_line() { # LINE
  local host='(\*\.)?[a-z0-9][a-z0-9._-]*(:[0-9]{1,5})?'
  [[ $1 =~ ^loadpath-locations( |$) ]] ||
    refuse "is not a location file, which begins with 'loadpath-locations'; 'bin/loadpath locations' writes one"
  [[ $1 == 'loadpath-locations 1 '* ]] || refuse "has another version than 1; write it again with this release"
  [[ $1 =~ ^loadpath-locations\ 1\ hosts=$host(,$host)*(\ login=(kerberos|user:[A-Za-z0-9._-]+))?$ ]] ||
    refuse "line 1 is damaged; it must be: loadpath-locations 1 hosts=HOST:PORT,… [login=…]"
}

check_line() { # NUMBER LINE: adds to bytes
  local place="line $1" uri length changed checksum more authority
  read -r uri length changed checksum more <<<"$2"
  [[ " ${schemes[*]} " == *" ${uri%%://*} "* && $uri == *://* ]] ||
    refuse "$place: the URI must begin with $(printf '%s:// ' "${schemes[@]}")"
  authority=${uri#*://}
  authority=${authority%%/*}
  [[ $authority != *@* ]] || refuse "$place: a URI may hold no user and no password: write them to the file .netrc here, mode 600"
  [[ $uri =~ ^[a-z]+://[a-z0-9][a-z0-9._-]*(:[0-9]{1,5})?(/([A-Za-z0-9._~:+,=@-]|%[2-9A-Fa-f][0-9A-Fa-f])+)+$ ]] ||
    refuse "$place: a URI may hold letters, digits and ._~:+,=@-/ only; others are written as % and two hex digits"
  [[ ",${hosts%% *}," == *",$authority,"* ]] || refuse "$place: $authority is not among the hosts of line 1"
  [[ $length =~ ^[1-9][0-9]{0,17}$ ]] || refuse "$place: the length must be a number of bytes above 0"
  [[ $changed =~ $changed_form ]] ||
    refuse "$place: the modification time must be in milliseconds, or etag:\"…\", or -"
  [[ $checksum =~ ^(sha256:[0-9a-f]{64}|hdfs:[A-Za-z0-9-]+:[0-9a-f]+|-)$ ]] ||
    refuse "$place: the checksum must be sha256:…, hdfs:ALGORITHM:…, or -"
  [[ $uri == *webhdfs://* && $changed == [0-9]* || $uri == http* && $checksum != hdfs:* ]] ||
    refuse "$place: WebHDFS needs a modification time; HTTP has no checksum hdfs:"
  [[ $changed != - || $checksum != - ]] || refuse "$place: has no modification time and no checksum: a change would pass unseen"
  [[ -z $more ]] || refuse "$place: has more than four fields"
  [[ $2 == "$uri $length $changed $checksum" ]] || refuse "$place: needs one blank between two fields, and no other"
  [[ " ${seen[*]} " != *" $uri "* ]] || refuse "$place: names a file that an earlier line names"
  seen+=("$uri")
  bytes=$((bytes + length))
}

text=$(/bin/bash -- "${here}send-file.sh" -- "$file") || exit
mapfile -t lines <<<"$text"
check_first_line "${lines[0]}"
hosts=${lines[0]#*hosts=}
bytes=0 seen=()
((${#lines[@]} > 2)) && [[ ${lines[-1]} == 'end '* ]] || refuse "was cut off: its last line must be: end FILES BYTES"
parts=("${lines[@]:1:${#lines[@]}-2}")
for number in "${!parts[@]}"; do
  check_line $((number + 2)) "${parts[number]}"
done
[[ ${lines[-1]} == "end ${#parts[@]} $bytes" ]] ||
  refuse "was cut off or changed: its last line is '${lines[-1]}', but it names ${#parts[@]} files with $bytes bytes"

while ((${#parts[@]})); do
  if ((${#parts[@]} == 1)); then end_line=(); else end_line=(--end-line); fi
  /bin/bash -- "${here}by-ending.sh" "${parts[0]%% *}" "${options[@]}" "${end_line[@]}" \
    --part "${lines[0]}" "${parts[0]}" "$file" || exit
  parts=("${parts[@]:1}")
done
