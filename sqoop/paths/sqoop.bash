# shellcheck shell=bash
# Functions shared by the steps of the Sqoop paths.
# shellcheck source=engines/hadoop/places.sh
. "${BASH_SOURCE[0]%/*}/../../engines/hadoop/places.sh"

# run_sqoop ARGUMENT…: replaces the shell by Sqoop. Its messages about a job on a cluster also go to the file messages.
run_sqoop() {
  if on_cluster; then exec 2> >(tee "$LOADPATH_WORK/messages" >&2); fi
  exec "$LOADPATH_ROOT/engines/bin/sqoop" "$@"
}

# export_with_connector SETTING…: exports the data with Loadpath's connector; replaces the shell. The settings are in a
# copy of the option file, because Sqoop takes them only directly after the tool's name.
export_with_connector() {
  local options=$LOADPATH_WORK/options.txt
  awk -v settings="$(printf -- '-D%s\\n' "$@")" '/^--direct$/ { print settings } { print }' \
    "$LOADPATH_SCRIPTS/sqoop/options/postgres-export-connector.txt" >"$options"
  run_sqoop --options-file "$options" \
    --connect "$(export_url)" --username "$PGUSER" --password-file "file://$LOADPATH_PASSWORD_FILE" \
    --table sqoop_connector_load_postgres --export-dir "$LOADPATH_DATA_URI/part-*" \
    --num-mappers "$LOADPATH_PARAM_MAPPERS"
}

# prove_import DESCRIPTION: prints the fingerprint of the imported rows, and the bytes that they take. The description is
# that of Sqoop's files.
prove_import() {
  local fingerprint bytes
  fetch imported
  fingerprint=$("$LOADPATH_ROOT/bin/loadpath" fingerprint "$LOADPATH_SCRIPTS/sqoop/$1" "$LOADPATH_WORK/imported") ||
    return # in $(…) of a caller, bash continues after an error
  bytes=$(find "$LOADPATH_WORK/imported" -name 'part-*' -printf '%s\n' | awk '{ n += $1 } END { print n + 0 }')
  printf '{"fingerprint": %s, "storedBytes": %s%s}\n' "$fingerprint" "$bytes" "$(job_counts)"
  if on_cluster; then rm -rf "${LOADPATH_WORK:?}/imported"; fi
}
