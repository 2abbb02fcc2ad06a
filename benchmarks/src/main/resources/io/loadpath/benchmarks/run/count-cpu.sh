#!/bin/bash
# Runs a command, and writes the CPU time of the command and its children to a new file in the
# folder cpu-times next to this script.
#
#   count-cpu.sh COMMAND [ARGUMENT...]

"$@"
code=$?
umask 022
LC_ALL=C # decimal point
set -o noclobber # another user may have made a file or a link with this name
read -r name </proc/sys/kernel/random/uuid
times >"${BASH_SOURCE[0]%/*}/cpu-times/$name" || exit 1
exit "$code"
