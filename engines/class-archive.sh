#!/usr/bin/env bash
# class-archive.sh ENGINE COMMAND [ARGUMENT…]: makes an engine's class archive, from the classes that engines/bin/ENGINE
# loads while the command runs in a folder with an empty file named `empty`. The build calls it. A missing archive is not an
# error: the engine only starts more slowly.
set -euo pipefail
# shellcheck source=engines/java.sh
. "$(dirname "${BASH_SOURCE[0]}")/java.sh"
engine=$1
shift
find_jdk
use_archive "$engine" 2>/dev/null
[ ${#ARCHIVE[@]} -eq 0 ] || exit 0
unset HADOOP_CLASSPATH

archive=$LOADPATH_ROOT/engines/$engine/target/$engine.jsa
work=$(mktemp -d)
# for Sqoop's archive, PostgreSQL runs from there
if ! { printf '#!/bin/sh\n' >"$work/try" && chmod +x "$work/try" && "$work/try"; } 2>/dev/null; then
  rm -rf "$work"
  work=$(mktemp -d "${archive%/*}/archive.XXXXXX")
fi
trap 'rm -rf "$work" "$archive.new"' EXIT
trap 'exit 143' INT TERM HUP # after the end of the child, which needs the folder
rm -f "$archive"             # a JVM that uses an archive makes none, and omits its classes from a list
cd "$work"
: >empty

# run OPTIONS COMMAND…: runs a command in an empty environment, because the user's configuration may name a cluster. The
# options are for the engine's JVMs.
run() {
  env -i PATH="$PATH" JAVA_HOME="$JAVA_HOME" LOADPATH_STATE="$work/state" HADOOP_CLIENT_OPTS="$1" "${@:2}" </dev/null
}

# Made from lists of classes, one of each JVM: an archive at exit would omit classes of Java 5, such as Hadoop's logging.
# The archive covers the jars, without the configuration's folders at their end.
make_archive() {
  local classpath
  case $engine in
  hadoop) classpath=$(hadoop_classpath '' hadoop) ;;
  hive) classpath=$(hive_classpath '') ;;
  sqoop) classpath=$(sqoop_classpath '') ;;
  esac
  run "-XX:TieredStopAtLevel=1 -XX:DumpLoadedClassList=$work/classes.%p" "$@" &&
    sed -e '/^#/d' -e '/ source:/d' -e 's/ id: [0-9]*$//' classes.* | awk '!seen[$0]++' >classes &&
    "$JAVA" -Xshare:dump "${ADD_OPENS[@]}" -XX:+UseG1GC -Xlog:disable -Xlog:all=error:stderr -XX:SharedClassListFile=classes \
      -XX:SharedArchiveFile="$archive.new" -cp "${classpath%:}"
}

if make_archive "$@" &>log && [ -s "$archive.new" ]; then
  archive_fits >"$archive.fits"
  rm -f "$archive.failed" "$archive.log"
  mv "$archive.new" "$archive"
else
  echo "class-archive.sh: cannot make an archive of $engine's classes, so it starts more slowly. The last lines of $archive.log:" >&2
  tail -n 3 log >&2
  cp log "$archive.log"
  archive_fits >"$archive.failed"
fi
