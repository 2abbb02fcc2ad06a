#!/bin/bash
# Preprocessor for plain data files: writes one file to stdout, read with direct I/O.
# The inflate-*.sh scripts beside it call it too, with the inflater to send the file through.
#
#   read-direct.sh FILE                  plain text
#   read-direct.sh FILE TOOL [OPTION...] through TOOL, looked up in /usr/bin and /bin
#
# Only data goes to stdout. Whatever fails, in whichever stage, ends in one line on stderr that
# names file and stage, and in exit code 1 (2: wrong call; 141: the reader closed the pipe).
# Nothing is taken from the environment, which is almost empty under Oracle.
#
# Direct I/O bypasses the page cache: a load does not push other data out of memory, and a
# second load reads the disk again. Where the file system refuses it (tmpfs, some overlays),
# the file is read through the cache instead; the first block tells, before any data is sent.
#
# Install for Oracle, as root, in a folder that holds nothing else and that neither the oracle
# user nor anyone who may log in to the database can write:
#   install -d -o root -g oinstall -m 750 /opt/loadpath/preprocessor
#   install -o root -g oinstall -m 750 read-direct.sh inflate-*.sh /opt/loadpath/preprocessor
# then name the folder in oracle/01-directories.sql, which grants EXECUTE on it and no more.
# For PostgreSQL's file_fdw the same folder serves, readable by the server's user.

set -uo pipefail
export LC_ALL=C

file=${1-}
read_block=1M

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
  [[ -s $file ]] || fail open "is empty; a file that never arrived must not pass for no rows"
}

# Sends the file to file descriptor 3. Prints what the stages said on stderr, then, on the last
# line, the exit codes of dd and of the inflater.
send() { # [INFLATER OPTION...]
  local dd=("$dd_path" ${direct:+"$direct"} "bs=$read_block" status=none)
  local codes
  if (($# == 0)); then
    "${dd[@]}" <"$file" 2>&1 >&3
    codes=("$?" 0)
  else
    {
      "${dd[@]}" <"$file" | "$@" >&3
      codes=("${PIPESTATUS[@]}")
    } 2>&1
  fi
  printf '\n%s %s\n' "${codes[@]}"
}

if [[ -z $file ]]; then
  printf 'usage: %s FILE\n' "${0##*/}" >&2
  exit 2
fi
shift
check_file
find_tool dd
dd_path=$tool_path
inflater=()
stage="read"
if (($# > 0)); then
  stage=$1
  find_tool "$1"
  inflater=("$tool_path" "${@:2}")
fi

direct=iflag=direct
"$dd_path" "$direct" "bs=$read_block" count=1 status=none <"$file" >/dev/null 2>&1 || direct=

exec 3>&1
report=$(send "${inflater[@]}")
read -r dd_code inflate_code <<<"${report##*$'\n'}"
messages=${report%$'\n'*}

# An inflater that stops early closes the pipe on dd: that is its failure, not dd's.
pipe_closed="$dd_path: error writing 'standard output': Broken pipe"
if ((${#inflater[@]} > 0)) && [[ $messages == *"$pipe_closed"* ]]; then
  messages=${messages//"$pipe_closed"/}
  dd_code=141
fi
# The reader had enough, as a query with LIMIT has: no message, the code of a SIGPIPE.
if [[ $inflate_code == 141 || $messages == *"Broken pipe"* ]] ||
  [[ $dd_code == 141 && ${#inflater[@]} -eq 0 ]]; then
  exit 141
fi
read -r -d '' -a words <<<"$messages"
messages=${words[*]}
[[ $dd_code == 0 || $dd_code == 141 ]] || fail read "exit code $dd_code: $messages"
[[ $inflate_code == 0 ]] ||
  fail "$stage" "exit code $inflate_code: $messages; the file is damaged or not for this inflater"
[[ $dd_code == 0 ]] || fail "$stage" "stopped before the end of the file"
