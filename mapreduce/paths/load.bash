# shellcheck shell=bash
# Functions shared by the steps of mapreduce-load-postgres.
set -euo pipefail
# shellcheck source=engines/hadoop/places.sh
. "${BASH_SOURCE[0]%/*}/../../engines/hadoop/places.sh"

target=mapreduce_load_postgres

# load [OPTION…]: runs the loader on all part files. Its messages about a job on a cluster also go to the file messages.
load() {
  # Hadoop would read some characters of a folder's name as glob patterns
  local data
  data=$(printf '%s' "$LOADPATH_DATA_URI" | sed 's/[][{}*?\\]/\\&/g')
  if on_cluster; then exec 2> >(tee "$LOADPATH_WORK/messages" >&2); fi
  # the first two are the local runner's
  "$LOADPATH_ROOT/engines/bin/hadoop" jar "$LOADPATH_ROOT"/mapreduce/target/loadpath-mapreduce-*.jar load \
    -D "mapreduce.local.map.tasks.maximum=$LOADPATH_PARAM_MAPPERS" \
    -D "mapreduce.local.reduce.tasks.maximum=$LOADPATH_PARAM_WRITERS" \
    -D "loadpath.load.report=$LOADPATH_WORK/load.json" \
    --table "$LOADPATH_SCRIPTS/postgres/tables/$LOADPATH_TABLE.yaml" \
    --to "$(export_url)" --user "$PGUSER" --password-file "file://$LOADPATH_PASSWORD_FILE" \
    --into "$LOADPATH_SCHEMA.$target" --mappers "$LOADPATH_PARAM_MAPPERS" --writers "$LOADPATH_PARAM_WRITERS" \
    --rejects "$LOADPATH_WORK_URI/rejects" "$@" "$data/part-*"
}
