# shellcheck shell=bash
# Sourced by the steps of paths on Hadoop: the places of the data and of the run's files. LOADPATH_DATA_URI and
# LOADPATH_WORK_URI name the folders that jobs read and write: the local ones, or others in a cluster's file system.
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
