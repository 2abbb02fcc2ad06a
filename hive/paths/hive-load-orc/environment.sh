# shellcheck shell=bash
# Sourced by the steps: the variables of the harness.
# shellcheck source=hive/paths/hive.bash
. "${BASH_SOURCE[0]%/*}/../hive.bash"

fail() {
  printf 'hive-load-orc %s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# shellcheck disable=SC2034 # used by the steps
model=${LOADPATH_PARAM_MODEL:-heap} compression=${LOADPATH_PARAM_COMPRESSION:-none} checks=${LOADPATH_PARAM_CHECKS:-yes}
# shellcheck disable=SC2034
scripts=$LOADPATH_SCRIPTS/hive/$LOADPATH_TABLE table=${LOADPATH_TABLE//-/_} database=loadpath_hive_load_orc
