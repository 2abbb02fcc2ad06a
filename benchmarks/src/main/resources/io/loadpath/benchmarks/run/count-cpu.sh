#!/bin/bash
# Runs a command and notes the CPU time that it and its children used, in a new file of cpu-times
# beside this script.
#
#   count-cpu.sh COMMAND [ARGUMENT...]

"$@"
code=$?
umask 022
LC_ALL=C # seconds with a point
set -o noclobber # another user may have put a file or a link there
read -r name </proc/sys/kernel/random/uuid
times >"${BASH_SOURCE[0]%/*}/cpu-times/$name" || exit 1
exit "$code"
