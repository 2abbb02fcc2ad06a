#!/bin/bash
# Checks one file, sends it through an inflater, and reports failures. read-direct.sh and the
# inflate-*.sh scripts call it, with an empty environment:
#
#   send-file.sh [TOOL OPTION...] -- [--rate BYTES-PER-SECOND] [--skip-header] FILE

set -uo pipefail
# If the caller ignores SIGPIPE, every stage would complain when the reader closes the pipe.
if [[ $(trap -p PIPE) == *"''"* ]] && /usr/bin/env --default-signal=PIPE /bin/true 2>/dev/null; then
  exec /usr/bin/env --default-signal=PIPE /bin/bash -- "$0" "$@"
fi
export LC_ALL=C

inflater=()
while [[ $1 != -- ]]; do
  inflater+=("$1")
  shift
done
shift
rate=unlimited
if (($# > 2)) && [[ $1 == --rate ]]; then
  rate=$2
  shift 2
fi
skip_header=
if [[ ${1-} == --skip-header ]]; then
  skip_header=yes
  shift
fi
if (($# != 1)) || [[ -z $1 || ! $rate =~ ^(unlimited|[1-9][0-9]{0,11})$ ]]; then
  echo 'usage: read-direct.sh or inflate-*.sh [--rate BYTES-PER-SECOND] [--skip-header] FILE' >&2
  exit 2
fi
file=$1

fail() { # STAGE MESSAGE
  printf 'preprocessor: %q: %s: %s\n' "$file" "$1" "$2" >&2
  exit 1
}

find_tool() { # NAME: sets tool_path
  local folder
  for folder in /usr/bin /bin; do
    tool_path=$folder/$1
    [[ -x $tool_path ]] && return
  done
  fail "$1" "not found in /usr/bin or /bin; install it on the database's host"
}

check_file() {
  [[ -d $file ]] && fail open "is a folder; name one data file"
  [[ -e $file ]] || fail open "no such file, or a folder above it that user $EUID may not enter"
  [[ -f $file ]] || fail open "is not a regular file"
  [[ -r $file ]] || fail open "user $EUID may not read it; change its mode or its owner"
  [[ -s $file ]] || fail open "is empty; a file that never arrived must not count as no rows"
}

# Prints the file's size, file system, inode and time of the last write.
state_of_file() {
  "$stat_path" -L -c '%s %d:%i %y' -- "$file" 2>/dev/null
}

# Runs a stage with descriptor 4 for its output. Reports its name, exit code and errors on descriptor 5.
stage() { # NAME COMMAND [ARGUMENT...]
  local errors code words
  errors=$("${@:2}" 2>&1 >&4 3>&- 4>&- 5>&-)
  code=$?
  read -r -d '' -a words <<<"$errors"
  printf '%s %d %s\n' "$1" "$code" "${words[*]}" >&5
}

# igzip takes bytes that are not a gzip member for the end of the file, without an error. So this sends
# an empty member after the file, larger than the buffers of igzip (1 MiB) and the pipe (64 KiB). If igzip
# stops early, the member stays unread, and the pipe breaks. The member's large file name begins with noise:
# a truncated member before it continues into the noise and is soon invalid.
send_empty_member() {
  printf '\x1f\x8b\x08\x08\0\0\0\0\0\xff'
  "$dd_path" if=/dev/urandom bs=256K count=1 iflag=fullblock status=none | "$tr_path" -d '\0'
  printf '%*s\0\x03\0\0\0\0\0\0\0\0\0' 1500000 ''
}

read_file() {
  "$dd_path" ${direct:+"$direct"} bs=1M status=none <&6
}

read_to_the_end() {
  read_file || return
  if [[ ${inflater[0]##*/} == igzip ]]; then send_empty_member; fi
}

check_file
find_tool dd
dd_path=$tool_path
find_tool stat
stat_path=$tool_path
find_tool tr
tr_path=$tool_path
find_tool tail
tail_path=$tool_path
inflate=${inflater[0]-}
if [[ -n $inflate ]]; then
  find_tool "$inflate"
  inflater[0]=$tool_path
fi
if [[ $rate != unlimited ]]; then
  # shellcheck source-path=SCRIPTDIR source=limit-rate.sh
  source "${0%"${0##*/}"}limit-rate.sh" || fail rate "limit-rate.sh is missing next to send-file.sh"
fi

state=$(state_of_file) || fail open "vanished"
size=${state%% *}
{ exec 6<"$file"; } 2>/dev/null || fail open "vanished"

# where the file system refuses direct I/O, its first block shows it before any data is sent
direct=iflag=direct
"$dd_path" "$direct" bs=1M count=1 status=none <"$file" >/dev/null 2>&1 || direct=

# Writes the text to descriptor 3.
send_text() {
  if ((${#inflater[@]} == 0)); then
    stage read read_file 4>&3
  else
    stage read read_to_the_end 4>&1 | stage inflate "${inflater[@]}" 4>&3
  fi
}

exec 3>&1
report=$(
  if [[ -z $skip_header ]]; then
    send_text 5>&1
  else
    { send_text 3>&1 | stage header "$tail_path" -n +2 4>&3; } 5>&1
  fi
)
declare -A codes=([read]=unknown [inflate]=0 [header]=0) errors=([read]="" [inflate]="" [header]="")
if [[ -n $inflate ]]; then codes[inflate]=unknown; fi
if [[ -n $skip_header ]]; then codes[header]=unknown; fi
while read -r name code words; do
  codes[$name]=$code
  errors[$name]=$words
done <<<"$report"

broke_pipe() { # STAGE
  [[ ${codes[$1]} == 141 || ${errors[$1]} == *"Broken pipe"* ]]
}

# If the header's stage fails, the pipe to it breaks, too.
broke_pipe header || [[ ${codes[header]} == 0 && -z ${errors[header]} ]] ||
  fail header "exit code ${codes[header]}${errors[header]:+: ${errors[header]}}"
# The reader closed the pipe, like a query with LIMIT: no message, exit code of a SIGPIPE.
if broke_pipe inflate || { [[ -z $inflate ]] && broke_pipe read; }; then exit 141; fi

state_now=$(state_of_file) || fail read "vanished while it was read"
[[ $state_now == "$state" ]] ||
  fail read "changed while it was read ($size bytes before, ${state_now%% *} after); \
a file must be whole when it is loaded: write it under another name, then rename it"
# An inflater that stops early breaks the reader's pipe: the inflater failed, not the reader.
broke_pipe read || [[ ${codes[read]} == 0 && -z ${errors[read]} ]] ||
  fail read "exit code ${codes[read]}: ${errors[read]}"
[[ ${codes[inflate]} == 0 && -z ${errors[inflate]} ]] ||
  fail "$inflate" "exit code ${codes[inflate]}${errors[inflate]:+: ${errors[inflate]}}; the file is damaged, cut off, \
or not for this inflater"
! broke_pipe read || fail "$inflate" "stopped before the end of the file, at bytes that it does not take \
for compressed data"
read -r _ bytes_read <"/proc/$$/fdinfo/6"
[[ $bytes_read == "$size" ]] ||
  fail read "ended after $bytes_read of $size bytes; check the disk or network that holds the file"
