#!/usr/bin/env bash
# class-archive.sh ENGINE ARGUMENT…: makes an engine's class archive, from the classes that `bin/ENGINE ARGUMENT…` loads.
# The build calls it. A missing archive is not an error: the engine only starts more slowly.
set -euo pipefail
# shellcheck source=engines/java.sh
. "$(dirname "${BASH_SOURCE[0]}")/java.sh"
engine=$1
shift
find_jdk
use_archive "$engine" 2>/dev/null
[ ${#ARCHIVE[@]} -eq 0 ] || exit 0

archive=$LOADPATH_ROOT/engines/$engine/target/$engine.jsa
work=$(mktemp -d)
trap 'rm -rf "$work" "$archive.new"' EXIT
rm -f "$archive" # a JVM that uses an archive does not make one
cd "$work"
# An empty environment: the user's configuration may name a cluster, and this must not run there.
if env -i PATH="$PATH" JAVA_HOME="$JAVA_HOME" LOADPATH_STATE="$work/state" \
  HADOOP_CLIENT_OPTS="-XX:TieredStopAtLevel=1 -XX:ArchiveClassesAtExit=$archive.new -Xlog:disable -Xlog:all=error:stderr" \
  "$LOADPATH_ROOT/bin/$engine" "$@" </dev/null &>log && [ -s "$archive.new" ]; then
  archive_fits "$engine" >"$archive.fits"
  mv "$archive.new" "$archive"
else
  echo "class-archive.sh: no archive of $engine's classes, so it starts more slowly:" >&2
  tail -n 3 log >&2
fi
