# shellcheck shell=bash
# Sourced by the steps of paths on Hadoop: the places of the data and of the run's files, and functions for exports into
# PostgreSQL. LOADPATH_DATA_URI and LOADPATH_WORK_URI name the folders that jobs read and write: the local ones, or others
# in a cluster's file system.
: "${LOADPATH_ROOT:?the harness sets it}" "${LOADPATH_DATA:?the harness sets it}" "${LOADPATH_WORK:?the harness sets it}"
export LOADPATH_DATA_URI=${LOADPATH_DATA_URI:-file://$LOADPATH_DATA}
export LOADPATH_WORK_URI=${LOADPATH_WORK_URI:-file://$LOADPATH_WORK}
# shellcheck source-path=SCRIPTDIR source=client.sh
. "${BASH_SOURCE[0]%/*}/client.sh"

# Whether the jobs run on a cluster.
on_cluster() {
  [[ $LOADPATH_WORK_URI != file:* ]]
}

# Copies the data to LOADPATH_DATA_URI, unless it is already there.
stage_data() {
  local parts=("$LOADPATH_DATA"/part-*)
  if [ ! -e "${parts[0]}" ]; then
    printf '%s\n' "$(basename "$0"): no files part-… in $LOADPATH_DATA: make the data first" >&2
    return 1
  fi
  "$LOADPATH_ROOT/engines/hadoop/stage" "$LOADPATH_DATA" "$LOADPATH_DATA_URI"
}

# data_folder NAME: sets DATA_FOLDER to the URI of a folder in which Hive finds only the data's part files. On this
# machine, that is a new folder NAME of links in LOADPATH_WORK.
data_folder() {
  if on_cluster; then
    DATA_FOLDER=$LOADPATH_DATA_URI
    return
  fi
  local parts
  parts=("$(cd "$LOADPATH_DATA" && pwd)"/part-*)
  mkdir "$LOADPATH_WORK/$1"
  ln -s "${parts[@]}" "$LOADPATH_WORK/$1"
  # shellcheck disable=SC2034 # for the steps
  DATA_FOLDER=file://$LOADPATH_WORK/$1
}

# cluster_cpu MILLISECONDS: prints the part of verify's object with the CPU time of a job's counters, if any.
cluster_cpu() {
  [ "${1:-0}" = 0 ] || printf ', "clusterCpu": {"nanos": %s000000, "source": "CPU_MILLISECONDS"}' "$1"
}

# fetch NAME: copies a file or folder of the run to LOADPATH_WORK, if it is on a cluster.
fetch() {
  on_cluster || return 0
  rm -rf "${LOADPATH_WORK:?}/$1"
  hadoop_client fs -get "$LOADPATH_WORK_URI/$1" "$LOADPATH_WORK/$1"
}

# remove NAME…: removes files and folders of the run here, and all files of the run on the cluster.
remove() {
  local name
  for name; do rm -rf "${LOADPATH_WORK:?}/$name"; done
  on_cluster || return 0
  if [[ $LOADPATH_WORK_URI != */loadpath/work/?* || $LOADPATH_WORK_URI/ == */../* ]]; then
    printf '%s\n' "LOADPATH_WORK_URI=$LOADPATH_WORK_URI is not a folder in …/loadpath/work and may hold files of others: nothing is removed there" >&2
    return 1
  fi
  hadoop_client fs -rm -r -f -skipTrash "$LOADPATH_WORK_URI" >&2
}

# job_counter TITLE: prints a counter of the job, from the client's messages.
job_counter() {
  sed -n "s/^.*$1=\([0-9]*\)\$/\1/p" "$LOADPATH_WORK/messages"
}

# Prints the parts of verify's object with the counts of the job's tasks on a cluster.
job_counts() {
  on_cluster && [ -f "$LOADPATH_WORK/messages" ] || return 0
  cluster_cpu "$(job_counter 'CPU time spent (ms)')"
  local maps shuffled local_maps
  maps=$(job_counter 'Launched map tasks')
  shuffled=$(job_counter 'Reduce shuffle bytes')
  local_maps=$(job_counter 'Data-local map tasks')
  [ -z "$maps" ] || printf ', "shuffledBytes": %s, "locality": {"maps": %s, "localMaps": %s}' "${shuffled:-0}" "$maps" "${local_maps:-0}"
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

# prove_export VIEW TABLE [ARGUMENT…]: prints the fingerprint of the exported rows, and the bytes that they take. The
# arguments are for engines/bin/postgres sql, which runs them first.
prove_export() {
  local proof
  proof=$("$LOADPATH_ROOT/postgres/prove" "$@")
  printf '%s%s}\n' "${proof%\}}" "$(job_counts)"
}

# drop_export TABLE COMMAND…: drops an export's target, with its partitions, and the ledger and staging tables next to it.
# A killed run's prepared transactions would hold the target's locks. Then the command settles them first.
drop_export() {
  local drop left sql
  sql=("$LOADPATH_ROOT/engines/bin/postgres" sql -c "SET lock_timeout TO '10s'")
  # the ledger's second table has a foreign key to the first
  drop="FOR made IN
      SELECT oid::regclass FROM pg_class
      WHERE relnamespace = to_regnamespace('$LOADPATH_SCHEMA') AND relkind IN ('r', 'p') AND NOT relispartition
        AND (relname = '$1' OR obj_description(oid, 'pg_class') ~ '^Loadpath: (staging of export |exports of Sqoop)')
      ORDER BY relname
    LOOP
      EXECUTE 'DROP TABLE ' || made;
    END LOOP;"
  left=$("${sql[@]}" -c "DO \$\$
    DECLARE made text;
    BEGIN
      -- such a transaction has no process
      IF NOT EXISTS (SELECT FROM pg_locks WHERE pid IS NULL AND relation = to_regclass('$1')) THEN
        $drop
      END IF;
    END
    \$\$" -c "SELECT to_regclass('$1')")
  if [ -n "$left" ]; then
    ("${@:2}")
    "${sql[@]}" -c "DO \$\$ DECLARE made text; BEGIN $drop END \$\$"
  fi
}
