#!/usr/bin/env bash
# class-archive.sh JAR: runs the job q1 of JAR to make the archive of Hadoop's classes that bin/hadoop starts from.
# The build calls it. A missing archive is not an error: bin/hadoop only starts more slowly.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/target"

if [ -f hadoop.jsa ] && [ hadoop.jsa -nt lib ] && [ hadoop.jsa -nt hadoop-defaults.jar ]; then
  exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work" hadoop.jsa.new' EXIT
: >"$work/empty"
rm -f hadoop.jsa # a JVM that uses an archive does not make one
# An empty environment: the user's configuration may name a cluster, and this job must not run there.
if env -i PATH="$PATH" ${JAVA_HOME:+"JAVA_HOME=$JAVA_HOME"} LOADPATH_STATE="$work/state" \
  HADOOP_OPTS=-XX:ArchiveClassesAtExit=hadoop.jsa.new \
  ../../../bin/hadoop jar "$1" q1 "$work/empty" "$work/answer" </dev/null &>"$work/log" && [ -s hadoop.jsa.new ]; then
  mv hadoop.jsa.new hadoop.jsa
else
  echo "class-archive.sh: no archive of Hadoop's classes; jobs start more slowly:" >&2
  tail -n 3 "$work/log" >&2
fi
