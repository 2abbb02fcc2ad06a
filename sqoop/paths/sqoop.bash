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

# Prints the part of verify's object with the CPU time of the job's tasks on a cluster, from its counters.
job_cpu() {
  on_cluster && [ -f "$LOADPATH_WORK/messages" ] || return 0
  cluster_cpu "$(sed -n 's/^.*CPU time spent (ms)=\([0-9]*\)$/\1/p' "$LOADPATH_WORK/messages")"
}

# export_url [PARAMETER…]: prints the database's address for an export, with the parameters that it lacks. A session reads
# dates as month, day, year. For files with day, month, year, it gets an option; others in the address stay.
export_url() {
  local order url=$LOADPATH_JDBC_URL parameter
  order=$(sed -n 's/^\\set date_order //p' "$LOADPATH_SCRIPTS/postgres/tables/$LOADPATH_TABLE-format.sql")
  if [ "$order" != MDY ]; then
    set -- "$@" "options=-c%20datestyle=ISO,$order"
    if [[ $url =~ ^(.*[?\&]options=)(.*)$ ]]; then
      url=${BASH_REMATCH[1]}-c%20datestyle=ISO,$order%20${BASH_REMATCH[2]}
    fi
  fi
  for parameter in "$@"; do
    case $url in
    *[?\&]"${parameter%%=*}="*) ;;
    *\?*) url+="&$parameter" ;;
    *) url+="?$parameter" ;;
    esac
  done
  printf '%s\n' "$url"
}

# prove_import DESCRIPTION: prints the fingerprint of the imported rows, and the bytes that they take. The description is
# that of Sqoop's files.
prove_import() {
  local fingerprint bytes
  fetch imported
  fingerprint=$("$LOADPATH_ROOT/bin/loadpath" fingerprint "$LOADPATH_SCRIPTS/sqoop/$1" "$LOADPATH_WORK/imported") ||
    return # in $(…) of a caller, bash continues after an error
  bytes=$(find "$LOADPATH_WORK/imported" -name 'part-*' -printf '%s\n' | awk '{ n += $1 } END { print n + 0 }')
  printf '{"fingerprint": %s, "storedBytes": %s%s}\n' "$fingerprint" "$bytes" "$(job_cpu)"
  if on_cluster; then rm -rf "${LOADPATH_WORK:?}/imported"; fi
}

# prove_export VIEW TABLE [ARGUMENT…]: prints the fingerprint of the exported rows, and the bytes that they take. The
# arguments are for engines/bin/postgres sql, which runs them first.
prove_export() {
  local proof
  proof=$("$LOADPATH_ROOT/postgres/prove" "$@")
  printf '%s%s}\n' "${proof%\}}" "$(job_cpu)"
}
