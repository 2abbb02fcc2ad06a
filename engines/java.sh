# shellcheck shell=bash
# Sourced by the launchers in bin/: finds the JDK and checks that an engine's jars are there.

LOADPATH_ROOT=${LOADPATH_ROOT:-$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)}
export LOADPATH_ROOT

fail() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# Sets JAVA and JAVA_HOME to a JDK of version 17 or later. Reads the JDK's `release` file: starting a JVM only to
# ask its version would cost every command 50 ms.
find_jdk() {
  local home=${JAVA_HOME:-} javac version
  if [ -z "$home" ]; then
    javac=$(command -v javac) || fail "no JDK found: install JDK 17 or later, then set JAVA_HOME or put javac on the PATH"
    home=$(dirname "$(dirname "$(readlink -f "$javac")")")
  fi
  [ -x "$home/bin/javac" ] || fail "JAVA_HOME=$home holds no JDK (no bin/javac): point it at JDK 17 or later"
  version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$home/release" 2>/dev/null || true)
  [ "${version:-0}" -ge 17 ] || fail "$home is JDK ${version:-of unknown version}: JDK 17 or later is needed; set JAVA_HOME"
  export JAVA_HOME=$home
  JAVA=$home/bin/java
}

# require_jars ENGINE: its jars stand in engines/ENGINE/target/lib once the project is built.
require_jars() {
  [ -d "$LOADPATH_ROOT/engines/$1/target/lib" ] ||
    fail "engine $1 is not built yet: run 'mvn -q -DskipTests package' in $LOADPATH_ROOT"
}

# Hadoop, Hive, Sqoop and Tez reach into these packages of the JDK.
# shellcheck disable=SC2034 # used by the launchers
ADD_OPENS=()
for package in lang util io net nio util.concurrent util.concurrent.atomic util.regex lang.reflect text time; do
  ADD_OPENS+=("--add-opens=java.base/java.$package=ALL-UNNAMED")
done
ADD_OPENS+=("--add-opens=java.base/sun.nio.ch=ALL-UNNAMED")
unset package
