# shellcheck shell=bash
# A file of another machine as the source of send-file.sh, which sources this script. curl fetches it, by HTTP or WebHDFS.
# from-file.sh says which functions a source has; send-locations.sh describes and checks location files.
#
# The bytes are counted. If the connection is lost, the transfer goes on after the last byte that arrived: by a range with
# HTTP, by a new OPEN with WebHDFS, whose NameNode may name another DataNode. An answer that does not fit the location
# file ends the transfer: another length, modification time or ETag. The file's state is asked for again after the last
# byte, and with WebHDFS also before the first.
#
# curl gets its options on standard input, so no command line shows a password. It reads no file of the
# user's and uses no proxy. Names and passwords come from .netrc next to the location file.
# shellcheck disable=SC2154 # send-file.sh sets file, settings, part and tool_path

# seconds to wait before each resumption; there are no more resumptions than this
pauses=(0.2 1 3 10 30)
# seconds without a byte, after which a connection is lost
silence=60
longest_chain=5
# a URL that a server may redirect to: plain characters without those that curl's options would need quoted
url_form='^(https?)://([A-Za-z0-9][A-Za-z0-9._-]*(:[0-9]{1,5})?)([/?]([]!#-[^-~])*)?$'

# What HTTP says of its answer to one request: set by ask.
status='' location='' problem='' text='' lost='' arrived=0

open_source() {
  local uri scheme
  read -r uri size changed checksum <<<"$part"
  [[ $settings =~ \ hosts=([^ ]+) ]] && IFS=, read -r -a hosts <<<"${BASH_REMATCH[1]}"
  login=
  if [[ $settings =~ \ login=(.+) ]]; then login=${BASH_REMATCH[1]}; fi
  netrc=$PWD/$file
  if [[ $file == /* ]]; then netrc=$file; fi
  netrc=${netrc%/*}/.netrc
  file=$uri # for messages
  scheme=${uri%%://*}
  host=${uri#*://}
  path=/${host#*/}
  host=${host%%/*}
  protocol=${scheme/#*webhdfs/http}
  if [[ $scheme == swebhdfs ]]; then protocol=https; fi
  address=$protocol://$host$path
  web=$scheme
  if [[ $scheme == *webhdfs ]]; then
    web=webhdfs
    address=$protocol://$host/webhdfs/v1$path
    if [[ $login == user:* ]]; then user="&user.name=${login#user:}"; else user=; fi
  fi
  for tool in curl dd stat sha256sum; do
    find_tool "$tool"
    printf -v "${tool}_path" %s "$tool_path"
  done
  check_netrc
}

check_netrc() {
  local mode owner
  [[ -e $netrc ]] || return 0
  read -r mode owner <<<"$("$stat_path" -L -c '%a %u' -- "$netrc")"
  [[ $mode == ?00 && ($owner == "$EUID" || $owner == 0) && -r $netrc ]] ||
    fail netrc "$netrc must belong to user $EUID, with mode 600: its passwords are for no one else"
}

check_unchanged() { :; } # read_source has done it
check_whole() { :; }

give_up() { # MESSAGE
  printf '%s\n' "${1//Broken pipe/the pipe was closed}" >&2
  exit 3
}

# Prints curl's options for a URL.
options() { # URL [OPTION...]
  local quoted=${netrc//\\/\\\\} asked=${1#*://}
  quoted=${quoted//\"/\\\"}
  printf '%s\n' silent show-error include globoff path-as-is http1.1 'max-redirs = 0' 'proto = "=http,https"' \
    'noproxy = "*"' 'connect-timeout = 20' 'speed-limit = 1' "speed-time = $silence" "url = \"$1\"" "${@:2}"
  if [[ $login == kerberos ]]; then
    # a DataNode knows its client by the token in the URL
    if [[ ${asked%%[/?]*} == "$host" ]]; then printf '%s\n' negotiate 'user = ":"'; fi
  elif [[ -e $netrc ]]; then
    printf 'netrc-file = "%s"\n' "${quoted//$'\n'/\\n}"
  fi
}

# Writes an answer to descriptor 6, and then curl's message to descriptor 8, in one piece: others write there, too.
run_curl() {
  local said code
  said=$("$curl_path" -q --config - 2>&1 >&6 6>&-)
  code=$?
  printf '%s\n' "$said" >&8
  return $code
}

# Sends one request, and the body of a good answer to descriptor 7. Sets status, and what else is known of the answer.
ask() { # body|head|text URL [OPTION...]
  local report key words cut='' codes=()
  status='' location='' problem='' text='' lost='' arrived=0
  report=$({
    options "${@:2}" | run_curl 6>&1 | take_answer "$1"
    printf 'codes %d %d\n' "${PIPESTATUS[@]:1}"
  } 8>&1)
  while read -r key words; do
    case $key in
    status) status=$words ;;
    location) location=$words ;;
    problem) problem=$words ;;
    text) text=$words ;;
    curl:) lost=$words ;;
    cut) cut=$words ;;
    dd:) if [[ $words == *"Broken pipe"* ]]; then exit 141; fi ;;
    codes) read -r -a codes <<<"$words" ;;
    *) if [[ $words == byte* ]]; then arrived=$key; fi ;; # dd: "5 bytes copied"
    esac
  done <<<"$report"
  if ((codes[1] == 141)); then exit 141; fi
  case ${codes[0]} in
  0) lost='' ;;
  5 | 6 | 7 | 16 | 18 | 28 | 35 | 52 | 55 | 56) lost=${lost:-curl ended with exit code ${codes[0]}} ;;
  *) # such as an unknown certificate; 23 says that the rest of an answer was not wanted
    if [[ -z $status ]]; then give_up "curl: exit code ${codes[0]}: $lost"; fi
    lost=''
    ;;
  esac
  lost=${lost:-$cut}
  if [[ $status == 50[234]* ]]; then lost="the server answers $status"; fi
  answered+=$status
}

# Reads an answer from standard input, and reports on descriptor 8 what it is.
take_answer() { # body|head|text
  local line code length='' range='' modified='' etag='' target=''
  while :; do
    read -r line || return 0
    line=${line%$'\r'}
    [[ $line =~ ^HTTP/[0-9.]+\ ([0-9]{3})(\ .*)?$ ]] || { echo 'problem the answer is not HTTP' >&8 && return; }
    code=${BASH_REMATCH[1]}
    printf 'status %s\n' "${line#* }" >&8
    while :; do
      read -r line || { echo 'cut the connection was lost in the headers' >&8 && return; }
      line=${line%$'\r'}
      [[ -n $line ]] || break
      local value=${line#*:}
      value=${value#"${value%%[! ]*}"}
      line=${line%%:*}
      case ${line,,} in
      content-length) length=$value ;;
      content-range) range=$value ;;
      last-modified) modified=$value ;;
      etag) etag=$value ;;
      location) target=$value ;;
      esac
    done
    [[ $code == 1?? ]] || break # 100 Continue
  done
  case $code in
  200 | 206) ;;
  30[12378]) printf 'location %s\n' "$target" >&8 && return ;;
  50[234]) return ;;
  *)
    read -r -N 4000 line
    if [[ $line =~ \"message\":\"([^\"]{1,500}) ]]; then line=": ${BASH_REMATCH[1]//[[:cntrl:]]/ }"; else line=; fi
    if [[ $code == 401 ]]; then line+="; user $EUID needs a Kerberos ticket, or a name and password in $netrc"; fi
    printf 'problem the server answers %s%s\n' "$code" "$line" >&8
    return
    ;;
  esac
  if [[ $1 == text ]]; then
    read -r -N 4000 line
    printf 'text %s\n' "${line//[$'\r\n']/ }" >&8
    return
  fi
  line=$(misfit "$1")
  if [[ -n $line ]]; then
    printf 'problem %s\n' "$line" >&8
  elif [[ $1 == body ]]; then
    "$dd_path" bs=1M 2>&8 >&7
  fi
}

# Prints how an answer differs from the location file, if it does. Its caller sets the values of the answer.
misfit() { # body|head
  local first=0
  if [[ $1 == body ]]; then first=$from; fi
  if [[ $web == webhdfs || $first == 0 ]]; then
    [[ $code == 200 ]] || { echo "the server answers $code to a request for the whole file" && return; }
  elif [[ $code == 200 ]]; then
    echo "the connection was lost after byte $first, and the server cannot begin there: it ignores ranges" && return
  elif [[ $range != "bytes $first-$((size - 1))/$size" ]]; then
    changed_to "the range '$range', not 'bytes $first-$((size - 1))/$size'" && return
  fi
  if [[ -n $length && $length != $((size - first)) ]]; then
    changed_to "$length bytes from byte $first on, not $((size - first))" && return
  fi
  [[ $web != webhdfs ]] || return # a DataNode says no more
  case $changed in
  etag:*) [[ ${changed#etag:} == "$etag" ]] || changed_to "the ETag ${etag:-none}, not ${changed#etag:}" ;;
  [0-9]*)
    TZ=UTC0 printf -v first '%(%a, %d %b %Y %H:%M:%S GMT)T' $((changed / 1000))
    [[ $modified == "$first" ]] || changed_to "the modification time ${modified:-none}, not $first"
    ;;
  esac
}

changed_to() { # STATE
  printf 'the file has changed since the location file was written: it has %s; write the location file again\n' "$1"
}

# Sends a request, and follows its redirects to hosts that the location file allows. Returns 1 if the connection was lost.
follow() { # body|head|text URL [OPTION...]
  local url=$2 chain=0 authority
  while :; do
    ask "$1" "$url" "${@:3}"
    [[ -z $problem ]] || give_up "$problem"
    [[ -z $lost ]] || return 1
    [[ -n $status ]] || give_up "the server's answer is empty"
    [[ $status == 3* ]] || return 0
    ((++chain <= longest_chain)) || give_up "more than $longest_chain redirects, one after the other"
    if [[ $location == /[!/]* ]]; then # on the same host
      authority=${url#*://}
      location=${url%%://*}://${authority%%[/?]*}$location
    fi
    [[ $location =~ $url_form ]] ||
      give_up "redirected to '${location%%\?*}', which is not an http: or https: URL with a host and plain characters"
    [[ ${BASH_REMATCH[1]} == https || $protocol == http ]] ||
      give_up "redirected from https: to http:, which anyone on the network can read"
    authority=${BASH_REMATCH[2],,}
    is_allowed "$authority" || give_up "redirected to $authority, which is not among the hosts of the location file; \
if it belongs to the server, write the file again with --allow $authority"
    url=$location
  done
}

is_allowed() { # HOST[:PORT]
  local entry
  for entry in "${hosts[@]}"; do
    # shellcheck disable=SC2053 # *.example.com is a pattern
    if [[ $1 == $entry || ${1%:*} == $entry ]]; then return; fi
  done
  return 1
}

tries=0
answered=
# Waits before the next request, or ends the transfer. A server that was never there is not waited for.
try_again() {
  [[ -n $answered ]] || give_up "$lost"
  ((tries < ${#pauses[@]})) ||
    give_up "the connection was lost $((tries + 1)) times, at last after $from of $size bytes: $lost"
  exec 6<> <(:) # nothing ever arrives on 6, so read -t from it is a sleep
  read -r -t "${pauses[tries]}" -u 6
  tries=$((tries + 1))
}

# Sends the whole body to descriptor 7.
send_body() {
  local url range
  while ((from < size)); do
    url=$address range=()
    if [[ $web == webhdfs ]]; then
      url+="?op=OPEN&offset=$from$user"
    elif ((from > 0)); then
      range=("range = \"$from-\"")
    fi
    if follow body "$url" "${range[@]}"; then
      from=$((from + arrived))
      ((from >= size)) || give_up "ended after $from of $size bytes"
    else
      from=$((from + arrived))
      ((from >= size)) || try_again
    fi
  done
  ((from == size)) || give_up "longer than the $size bytes in the location file; write the location file again"
}

# Asks the server whether the file is the one in the location file.
check_state() {
  if [[ $web == http* ]]; then
    until follow head "$address" head; do try_again; done
    return
  fi
  until follow text "$address?op=GETFILESTATUS$user"; do try_again; done
  [[ $text =~ [,{]\"length\":([0-9]+) ]] || give_up "the NameNode does not say the length: $text"
  [[ ${BASH_REMATCH[1]} == "$size" ]] || give_up "$(changed_to "${BASH_REMATCH[1]} bytes, not $size")"
  [[ $text =~ [,{]\"modificationTime\":([0-9]+) ]] || give_up "the NameNode does not say the modification time: $text"
  [[ ${BASH_REMATCH[1]} == "$changed" ]] ||
    give_up "$(changed_to "the modification time ${BASH_REMATCH[1]}, not $changed")"
  [[ $checksum == hdfs:* ]] || return 0
  until follow text "$address?op=GETFILECHECKSUM$user"; do try_again; done
  [[ $text =~ [,{]\"bytes\":\"([0-9a-f]+)\" ]] || give_up "the cluster does not say the checksum: $text"
  local bytes=${BASH_REMATCH[1]}
  [[ $text =~ [,{]\"algorithm\":\"([A-Za-z0-9-]+)\" ]] || give_up "the cluster does not name the checksum: $text"
  [[ hdfs:${BASH_REMATCH[1]}:$bytes == "$checksum" ]] || give_up "$(changed_to "another checksum")"
}

read_source() {
  local from=0 sum codes
  exec 7>&1
  if [[ $web == webhdfs ]]; then check_state; fi
  if [[ $checksum == sha256:* ]]; then
    sum=$({
      send_body 7>&1 | "$tee_path" >("$sha256sum_path" >&9) >&7
      codes=("${PIPESTATUS[@]}")
      ((codes[0])) || exit "${codes[1]}"
      exit "${codes[0]}"
    } 9>&1) || exit
    [[ sha256:${sum%% *} == "$checksum" ]] || give_up "the bytes have another checksum than the one in the location file: \
the file has changed, or was damaged on its way"
    from=$size
  else
    send_body
  fi
  check_state
}
