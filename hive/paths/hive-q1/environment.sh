# shellcheck shell=bash
# Sourced by the steps: the variables of the harness.
# shellcheck source=hive/paths/hive.bash
. "${BASH_SOURCE[0]%/*}/../hive.bash"

fail() {
  printf 'hive-q1 %s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# shellcheck disable=SC2034 # used by the steps
engine=${LOADPATH_PARAM_ENGINE:-tez} types=${LOADPATH_PARAM_TYPES:-decimal} order=${LOADPATH_PARAM_ORDER:-yes}
# shellcheck disable=SC2034
aggregation=${LOADPATH_PARAM_AGGREGATION:-in-mapper} reducers=${LOADPATH_PARAM_REDUCERS:-auto} format=${LOADPATH_PARAM_FORMAT:-text}
