#!/bin/bash
# read-direct.sh for measurements: writes one file to stdout as slowly as a network would bring it.
#
#   read-limited.sh FILE [TOOL [OPTION...]]
#
# The rate is in the file ingest-rate in this script's own folder: decimal digits, bytes of the file
# (not of the inflated text) per second, for this one reader. Installed under the name
# read-direct.sh it limits what the inflate-*.sh beside it read. All else is as read-direct.sh says.
#
# The file is sent in chunks of about 50 ms, each when its last byte would have arrived, by the time
# since the script's start and not since the chunk before, so that delays do not add up. Chunks that
# are late follow at once, like what a network holds ready. The clock is /proc/uptime, which is
# monotonic, has steps of 10 ms and needs no process; each chunk is a dd of its own, about 2 ms of
# CPU time (4 % of a core, at any rate). To see how accurate that is (100 MB in 5 seconds):
#   echo 20000000 >ingest-rate
#   head -c 100000000 /dev/zero >zeros
#   time ./read-limited.sh "$PWD/zeros" >/dev/null

read -r started _ </proc/uptime

read_file() {
  local folder=${BASH_SOURCE[0]%/*} size=${state%% *} rate='' sent=0
  read -r rate 2>/dev/null <"$folder/ingest-rate"
  if [[ ! $rate =~ ^[1-9][0-9]{0,11}$ ]]; then
    echo "$folder/ingest-rate must hold the bytes per second, in digits" >&2
    return 2
  fi

  local block=$((rate / 20 / 4096 * 4096)) blocks=1 # direct I/O wants multiples of 4096
  if ((block < 4096)); then block=4096; fi
  if ((block > 1 << 20)); then
    blocks=$((block >> 20))
    block=$((1 << 20))
  fi

  exec 6<"$file" 7<> <(:) # nobody writes to 7: to wait for a line from there is to sleep
  local uptime arrived start_centis=$((10#${started/./})) wait_centis pause
  while ((sent < size)); do
    arrived=$((sent + block * blocks))
    if ((arrived > size)); then arrived=$size; fi
    read -r uptime _ </proc/uptime
    wait_centis=$((start_centis + (arrived * 100 + rate - 1) / rate - 10#${uptime/./}))
    if ((wait_centis > 0)); then
      printf -v pause '%d.%02d' $((wait_centis / 100)) $((wait_centis % 100))
      read -r -t "$pause" -u 7
    fi
    "$dd_path" ${direct:+"$direct"} "bs=$block" "count=$blocks" status=none <&6 || return
    sent=$arrived
  done
}

# shellcheck source-path=SCRIPTDIR source=send-file.sh
source "${BASH_SOURCE[0]%/*}/send-file.sh"
