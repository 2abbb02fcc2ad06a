# shellcheck shell=bash
# Reads a file at the rate of a slow network. from-file.sh sources this script when a preprocessor is
# called with --rate:
#
#   inflate-gzip.sh --rate BYTES-PER-SECOND FILE
#
# The rate counts bytes of the file, not of the inflated text, and holds for this one reader.
#
# The file is sent in chunks of about 50 ms. A chunk is sent when its last byte would have arrived, counted
# from the start of the script, so that delays do not add up. A late chunk follows at once, like data that
# waits in a network. The clock is /proc/uptime: monotonic, in steps of 10 ms, without a process.
# Each chunk takes one dd, about 2 ms of CPU time (4 % of a core, at any rate). To check the accuracy
# (100 MB in 5 seconds):
#   head -c 100000000 /dev/zero >zeros
#   time ./read-direct.sh --rate 20000000 "$PWD/zeros" >/dev/null

read -r started _ </proc/uptime

# shellcheck disable=SC2154 # from-file.sh sets rate, size, dd_path and direct
read_source() {
  local block=$((rate / 20 / 4096 * 4096)) blocks=1 # direct I/O needs multiples of 4096
  if ((block < 4096)); then block=4096; fi
  if ((block > 1 << 20)); then
    blocks=$((block >> 20))
    block=$((1 << 20))
  fi

  exec 7<> <(:) # nothing ever arrives on 7, so read -t from it is a sleep
  local sent=0 uptime arrived start_centis=$((10#${started/./})) wait_centis pause
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
