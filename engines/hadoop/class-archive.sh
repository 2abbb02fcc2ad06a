#!/usr/bin/env bash
# class-archive.sh JAR: runs the job q1 of JAR to make the archive of Hadoop's classes that bin/hadoop starts from.
# The build calls it. A missing archive is not an error: bin/hadoop only starts more slowly.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/target"
# shellcheck source-path=SCRIPTDIR source=../java.sh
. ../../java.sh
find_jdk

stale=
archive_fits | cmp -s - hadoop.jsa.fits || stale=yes
for jars in lib hadoop-defaults.jar hadoop-local.jar; do
  [ hadoop.jsa -nt "$jars" ] || stale=yes
done
[ -n "$stale" ] || exit 0
work=$(mktemp -d)
trap 'rm -rf "$work" hadoop.jsa.new' EXIT
: >"$work/empty"
rm -f hadoop.jsa # classes from an archive would miss in the list

# An empty environment: the user's configuration may name a cluster, and this job must not run there.
hadoop() {
  env -i PATH="$PATH" JAVA_HOME="$JAVA_HOME" LOADPATH_STATE="$work/state" \
    HADOOP_OPTS="-XX:DumpLoadedClassList=$work/classes" ../../../bin/hadoop "$@" </dev/null
}

# A list of classes, not an archive at exit: that would leave out classes of Java 5, as Hadoop's logging has them. The
# archive is for the jars, without the configuration's folder at their end.
if {
  hadoop jar "$1" q1 "$work/empty" "$work/answer" && classpath=$(hadoop classpath) &&
    "$JAVA" -Xshare:dump -XX:+UseG1GC -Xlog:disable -Xlog:all=error:stderr -XX:SharedClassListFile="$work/classes" \
      -XX:SharedArchiveFile=hadoop.jsa.new -cp "${classpath%:*}"
} &>"$work/log" && [ -s hadoop.jsa.new ]; then
  archive_fits >hadoop.jsa.fits
  mv hadoop.jsa.new hadoop.jsa
else
  echo "class-archive.sh: no archive of Hadoop's classes; jobs start more slowly:" >&2
  tail -n 3 "$work/log" >&2
fi
