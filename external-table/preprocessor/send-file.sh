#!/bin/bash
# Checks one file, sends it through an inflater, and reports failures. read-direct.sh, the inflate-*.sh scripts and
# send-locations.sh call it, with an empty environment:
#
#   send-file.sh [TOOL OPTION...] -- [--rate BYTES-PER-SECOND] [--skip-header] FILE
#   send-file.sh [TOOL OPTION...] -- [--skip-header] [--end-line] --part SETTINGS LINE LOCATION-FILE
#
# The second form sends a file of another machine, which a line of a location file names. --end-line ends the text's last
# line, because another file follows. The bytes come from from-file.sh or from-web.sh.

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
end_line=
if [[ ${1-} == --end-line ]]; then
  end_line=yes
  shift
fi
source=from-file.sh
if (($# > 3)) && [[ $1 == --part ]]; then
  source=from-web.sh
  settings=$2
  part=$3
  shift 3
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

read_to_the_end() {
  read_source || return
  if [[ ${inflater[0]##*/} == igzip ]]; then send_empty_member; fi
}

# Copies the text, and ends its last line if that has no line end.
end_last_line() {
  local last
  {
    last=$({ "$tee_path" >("$tail_path" -c 1 >&9) >&7; } 9>&1) || return
  } 7>&1
  [[ -z $last ]] || echo # the shell removes a line end from the last byte
}

# shellcheck source-path=SCRIPTDIR source=from-file.sh
source "${0%"${0##*/}"}$source" || fail open "$source is missing next to send-file.sh"
open_source
find_tool tr
tr_path=$tool_path
find_tool tail
tail_path=$tool_path
find_tool tee
tee_path=$tool_path
inflate=${inflater[0]-}
if [[ -n $inflate ]]; then
  find_tool "$inflate"
  inflater[0]=$tool_path
fi

stages=(read ${inflate:+inflate} ${skip_header:+header} ${end_line:+end})
run_stage() { # NAME
  case $1 in
  read) if [[ -n $inflate ]]; then stage read read_to_the_end; else stage read read_source; fi ;;
  inflate) stage inflate "${inflater[@]}" ;;
  header) stage header "$tail_path" -n +2 ;;
  end) stage end end_last_line ;;
  esac
}

# Joins the stages with pipes. The last one writes the text to descriptor 3.
run_stages() { # NAME...
  if (($# == 1)); then
    run_stage "$1" 4>&3
  else
    run_stage "$1" 4>&1 | run_stages "${@:2}"
  fi
}

exec 3>&1
report=$(run_stages "${stages[@]}" 5>&1)
declare -A codes=([inflate]=0) errors=([inflate]="")
for name in "${stages[@]}"; do
  codes[$name]=unknown
  errors[$name]=
done
while read -r name code words; do
  codes[$name]=$code
  errors[$name]=$words
done <<<"$report"

broke_pipe() { # STAGE
  [[ ${codes[$1]} == 141 || ${errors[$1]} == *"Broken pipe"* ]]
}

# If a stage after the inflater fails, the pipe to it breaks, too.
for name in ${skip_header:+header} ${end_line:+end}; do
  broke_pipe "$name" || [[ ${codes[$name]} == 0 && -z ${errors[$name]} ]] ||
    fail "$name" "exit code ${codes[$name]}${errors[$name]:+: ${errors[$name]}}"
done
# The reader closed the pipe, like a query with LIMIT: no message, exit code of a SIGPIPE.
if broke_pipe "${stages[-1]}" || broke_pipe inflate; then exit 141; fi

check_unchanged
# An inflater that stops early breaks the reader's pipe: the inflater failed, not the reader.
broke_pipe read || [[ ${codes[read]} == 0 && -z ${errors[read]} ]] || {
  if [[ ${codes[read]} == 3 ]]; then fail read "${errors[read]}"; fi # from-web.sh says all itself
  fail read "exit code ${codes[read]}: ${errors[read]}"
}
[[ ${codes[inflate]} == 0 && -z ${errors[inflate]} ]] ||
  fail "$inflate" "exit code ${codes[inflate]}${errors[inflate]:+: ${errors[inflate]}}; the file is damaged, cut off, \
or not for this inflater"
! broke_pipe read || fail "$inflate" "stopped before the end of the file, at bytes that it does not take \
for compressed data"
check_whole
