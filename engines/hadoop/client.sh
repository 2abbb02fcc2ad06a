# shellcheck shell=bash
# Sourced by scripts that move files between this machine and a cluster.

# hadoop_client COMMAND|CLASS ARGUMENT…: runs the bundled Hadoop with the configuration in HADOOP_CONF_DIR, whatever
# Hadoop the jobs run on. It is too short for the optimising compiler to pay off.
hadoop_client() {
  local here=${BASH_SOURCE[0]%/*} command=$1
  shift
  HADOOP_CLIENT_OPTS="${HADOOP_CLIENT_OPTS:-} -XX:TieredStopAtLevel=1" env -u HADOOP_HOME \
    "$here/../bin/hadoop" "$command" -conf "$here/impatient.xml" "$@"
}
