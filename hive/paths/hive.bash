# shellcheck shell=bash
# Sourced by the Hive paths' environment.sh: their shared functions.
# shellcheck source=engines/hadoop/places.sh
. "${BASH_SOURCE[0]%/*}/../../engines/hadoop/places.sh"

export LOADPATH_HIVE_DIR=$LOADPATH_WORK/hive LOADPATH_HIVE_URI=$LOADPATH_WORK_URI/hive

# hive_cpu FILE…: prints the part of verify's object with the CPU time of the tasks on a cluster. It comes from the counters
# of a DAG in Hive's log, and for mr from Hive's messages.
hive_cpu() {
  on_cluster || return 0
  cluster_cpu "$(cat "$@" | LC_ALL=C awk '
    BEGIN { unit["days"] = 86400000; unit["hours"] = 3600000; unit["minutes"] = 60000; unit["seconds"] = 1000; unit["msec"] = 1 }
    / tez\.TezTask: +CPU_MILLISECONDS: [0-9]+$/ { millis += $NF }
    /^Total MapReduce CPU Time Spent: / { for (i = 6; i < NF; i += 2) millis += $i * unit[$(i + 1)] }
    END { printf "%.0f", millis }')"
}
