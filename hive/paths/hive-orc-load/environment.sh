# shellcheck shell=bash
# Sourced by the steps: what the harness passes, and the folder of this path's metastore and tables.
# shellcheck source=engines/hadoop/places.sh
. "$(dirname "${BASH_SOURCE[0]}")/../../../engines/hadoop/places.sh"

fail() {
  printf 'hive-orc-load %s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# shellcheck disable=SC2034 # used by the steps
model=${LOADPATH_PARAM_MODEL:-heap} compression=${LOADPATH_PARAM_COMPRESSION:-none} checks=${LOADPATH_PARAM_CHECKS:-yes}
# shellcheck disable=SC2034
scripts=$LOADPATH_ROOT/hive/all-card-trans database=loadpath_hive_orc_load
export LOADPATH_HIVE_DIR=$LOADPATH_WORK/hive LOADPATH_HIVE_URI=$LOADPATH_WORK_URI/hive
