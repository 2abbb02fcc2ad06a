# shellcheck shell=bash
# A file of this machine as the source of send-file.sh, which sources this script. A source has four functions:
#   open_source        checks the file before any data is sent
#   read_source        writes all its bytes to stdout
#   check_unchanged    fails if the file is not the one that open_source saw
#   check_whole        fails if read_source ended early
# shellcheck disable=SC2154 # send-file.sh sets file, rate and tool_path

open_source() {
  check_file
  find_tool dd
  dd_path=$tool_path
  find_tool stat
  stat_path=$tool_path
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

read_source() {
  "$dd_path" ${direct:+"$direct"} bs=1M status=none <&6
}

check_unchanged() {
  local state_now
  state_now=$(state_of_file) || fail read "vanished while it was read"
  [[ $state_now == "$state" ]] ||
    fail read "changed while it was read ($size bytes before, ${state_now%% *} after); \
a file must be whole when it is loaded: write it under another name, then rename it"
}

check_whole() {
  local bytes_read
  read -r _ bytes_read <"/proc/$$/fdinfo/6"
  [[ $bytes_read == "$size" ]] ||
    fail read "ended after $bytes_read of $size bytes; check the disk or network that holds the file"
}
