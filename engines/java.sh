# shellcheck shell=bash
# Sourced by the launchers: finds the JDK, the state folder and an engine's jars.

# The variable may name the clone whose harness or shell started this launcher.
LOADPATH_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
export LOADPATH_ROOT
# shellcheck source-path=SCRIPTDIR/.. source=engines/state.sh
. "${BASH_SOURCE[0]%/*}/state.sh"

fail() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# A JVM decodes file names by the locale: without UTF-8, it cannot open a file with an umlaut. A locale that is not
# installed has no UTF-8.
umlaut=ä
[ ${#umlaut} -eq 1 ] || export LC_ALL=C.UTF-8
unset umlaut

# check_name FOLDER ADVICE: refuses a path with a character that has a meaning in HiveQL, globs or class paths.
check_name() {
  local odd='[]['\''"`*?{}\,:[:cntrl:]]'
  [[ ! $1 =~ $odd ]] || fail "Hadoop, Hive or Sqoop would misread the character ${BASH_REMATCH[0]} in the path $1: $2"
}
check_name "$LOADPATH_ROOT" "move the project to a folder without it"

# use_state_folder: makes the state folder, with this check.
use_state_folder() {
  use_state
  check_name "$LOADPATH_STATE" "set LOADPATH_STATE to a folder without it"
}

# The digits of some languages would get into SQL, JSON and file names.
# shellcheck disable=SC2034 # used by the launchers
JVM_LANGUAGE=-Duser.language=en

# shellcheck disable=SC2034 # JAVA and VECTORS are for the launchers
# Sets JAVA and JAVA_HOME to a JDK of version 17 or later, VECTORS to the option for its vectors, if they are fast, and
# ARCHIVE_LOG to what its JVM logs where it has a class archive.
# Reads the JDK's `release` file: starting a JVM only to ask its version would cost every command 50 ms.
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
  if [ "$version" -ge 24 ]; then
    # it would warn of Hadoop's native library and of its memory access
    ADD_OPENS+=(--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow)
  fi
  # Without these, the JVM warns on standard output of an archive that does not fit. Newer JVMs call that an error.
  ARCHIVE_LOG=(-Xlog:disable)
  [ "$version" -ge 21 ] || ARCHIVE_LOG+=(-Xlog:all=error:stderr)
  VECTORS=()
  if [ "$version" -ge 21 ] && grep -q 'jdk\.incubator\.vector' "$home/release"; then
    VECTORS=(--add-modules=jdk.incubator.vector)
  fi
}

# require_jars ENGINE: fails unless its jars are in engines/ENGINE/target/lib, where the build puts them.
require_jars() {
  [ -d "$LOADPATH_ROOT/engines/$1/target/lib" ] || not_built "engine $1"
}

# not_built WHAT: fails, and says how to get it. An unpacked archive has no pom.xml.
not_built() {
  [ -f "$LOADPATH_ROOT/pom.xml" ] || fail "$1 is not in $LOADPATH_ROOT: unpack Loadpath's archive again"
  fail "$1 is not built yet: run 'mvn -q -DskipTests package' in $LOADPATH_ROOT"
}

# make_lock FILE: makes a file for flock, if it is missing. Only the user may read it, because every reader can hold the lock.
make_lock() {
  [ -e "$1" ] || (umask 077 && : >>"$1")
}

misuse() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 2
}

# prefer_home HADOOP_HOME bin/hadoop ARGUMENT…: starts the user's own installation instead, if the variable names one.
prefer_home() {
  local home=${!1:-} launcher
  [ -n "$home" ] || return 0
  launcher=$home/$2
  [ -x "$launcher" ] || fail "$1=$home holds no $2: point it at an installation, or unset it to use the bundled one"
  if [ "$launcher" -ef "$LOADPATH_ROOT/$2" ]; then
    return 0
  fi
  printf '%s: using %s (%s)\n' "$(basename "$0")" "$launcher" "$1" >&2
  shift 2
  exec "$launcher" "$@"
}

# use_conf ENGINE VARIABLE: sets CONF to the folder that the variable names, or to the bundled one.
use_conf() {
  CONF=${!2:-}
  if [ -z "$CONF" ]; then
    CONF=$LOADPATH_ROOT/engines/$1/conf
    return
  fi
  [ -d "$CONF" ] || fail "$2=$CONF is not a folder: point it at the configuration, or unset it to use the bundled one"
  printf '%s: using the configuration in %s (%s)\n' "$(basename "$0")" "$CONF" "$2" >&2
}

# hadoop_classpath CONF ENGINE: the engine's classpath, with the user's HADOOP_CLASSPATH where Hadoop would put it. Hadoop's
# default properties without descriptions, a third of the text, come first. The launchers' jar comes after Hadoop's: of two
# file systems with one scheme, Hadoop takes the last. The configuration folder comes after the jars: no jar holds files of
# the same names, and a class archive cannot serve jars after a folder.
hadoop_classpath() {
  local own=$LOADPATH_ROOT/engines/hadoop/target path
  path="$own/hadoop-defaults.jar:$LOADPATH_ROOT/engines/$2/target/lib/*:$own/hadoop-local.jar:$1"
  if [ -z "${HADOOP_CLASSPATH:-}" ]; then
    printf '%s\n' "$path"
  elif [ -n "${HADOOP_USER_CLASSPATH_FIRST:-}" ]; then
    printf '%s\n' "$HADOOP_CLASSPATH:$path"
  else
    printf '%s\n' "$path:$HADOOP_CLASSPATH"
  fi
}

# connector_jar: Loadpath's connector for PostgreSQL; "" if it is not built.
connector_jar() {
  compgen -G "$LOADPATH_ROOT/sqoop/target/loadpath-sqoop-*.jar" | head -n 1 || true
}

# sqoop_classpath CONF: Sqoop's jars, the connector, and Hadoop's classpath, whose last part is the configuration.
sqoop_classpath() {
  local connector
  connector=$(connector_jar)
  printf '%s\n' "$LOADPATH_ROOT/engines/sqoop/target/lib/*:${connector:+$connector:}$(hadoop_classpath "$1" hadoop)"
}

# hive_classpath CONF: the bridge must come before reload4j, which has classes of the same names.
hive_classpath() {
  local bridge=("$LOADPATH_ROOT"/engines/hive/target/lib/log4j-1.2-api-*.jar)
  printf '%s\n' "${bridge[0]}:$(hadoop_classpath "$1" hive)"
}

# archive_fits: the conditions of a class archive, except the jars: one JDK and one place.
archive_fits() {
  printf '%s\n' "$LOADPATH_ROOT"
  cat "$JAVA_HOME/release"
}

# shellcheck disable=SC2034 # ARCHIVE is for the launchers
# archive_options FILE: sets ARCHIVE to the JVM's options for a class archive, which it ignores if it does not fit the class
# path. The last option keeps the archive at its address: at another one, the JVM would first rewrite all of it.
archive_options() {
  ARCHIVE=(-XX:SharedArchiveFile="$1" "${ARCHIVE_LOG[@]}" -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0)
}

# use_archive ENGINE: sets ARCHIVE to the JVM's options for the engine's class archive, which class-archive.sh makes.
use_archive() {
  local engines=$LOADPATH_ROOT/engines target=$LOADPATH_ROOT/engines/$1/target jars
  ARCHIVE=()
  [ -f "$target/$1.jsa" ] || return 0
  jars=("$target/lib" "$engines"/hadoop/target/hadoop-*.jar)
  [ "$1" != sqoop ] || jars+=("$engines/hadoop/target/lib" "$(connector_jar)")
  if archive_fits | cmp -s - "$target/$1.jsa.fits" &&
    [ -z "$(find "${jars[@]}" -newer "$target/$1.jsa" -print -quit 2>/dev/null)" ]; then
    archive_options "$target/$1.jsa"
  else
    local maker="'mvn -q -DskipTests package' in $LOADPATH_ROOT"
    [ -f "$LOADPATH_ROOT/pom.xml" ] || maker="the next 'bin/loadpath run'"
    printf '%s: starts slowly, because its class archive is for another JDK, folder or set of jars: %s makes a new one\n' \
      "$1" "$maker" >&2
  fi
}

# runs_jobs_in VARIABLE: refuses a folder with a space in its name: Hadoop's local jobs would look for %20 instead.
runs_jobs_in() {
  if [[ ${!1} == *[[:space:]]* ]]; then
    fail "Hadoop cannot run jobs in ${!1}, because its name has a space: set $1 to a folder without one"
  fi
}

# plain_bytes PATTERN…: the size of local files, and of the files in local folders. Fails if one is missing or compressed.
plain_bytes() {
  local IFS='' # a name may hold spaces
  [ -n "${1:-}" ] || return
  # shellcheck disable=SC2068 # patterns
  find -L ${@#file:} -maxdepth 1 -type f -printf '%s %f\n' 2>/dev/null |
    awk '{ sum += $1 } /[.](bz2|deflate|gz|zst)$/ { packed = 1 } END { if (!NR || packed) exit 1; printf "%d", sum }'
}

absolute() {
  case $1 in
  /*) printf '%s\n' "$1" ;;
  *) printf '%s\n' "$PWD/$1" ;;
  esac
}

# Optimises only very hot code, so that a small job's start does not keep the compiler busy: the defaults times 100, for
# loops times 10.
# shellcheck disable=SC2034 # used by the launchers
HOT_CODE=(-XX:Tier4InvocationThreshold=500000 -XX:Tier4MinInvocationThreshold=60000
  -XX:Tier4CompileThreshold=1500000 -XX:Tier4BackEdgeThreshold=400000)

# jvm_options DEFAULT HEAP: sets JVM_OPTIONS for a client with that heap (in megabytes if it has no unit; the default if
# empty). Exports the state folder and the number of cores for the bundled configurations.
jvm_options() {
  local heap=${2:-$1}
  [[ $heap =~ [0-9]$ ]] && heap+=m
  # shellcheck disable=SC2034 # used by the launchers
  JVM_OPTIONS=("-Xmx$heap" -XX:+UseSerialGC -Xshare:auto -Djava.net.preferIPv4Stack=true "$JVM_LANGUAGE"
    "${ADD_OPENS[@]}" "${HOT_CODE[@]}")
  if [ -z "${2:-}" ] && [[ "${HADOOP_OPTS:-} ${HADOOP_CLIENT_OPTS:-}" != *-Xm* ]]; then
    # a map task's sort buffer takes 100 MB at once; a small heap would collect garbage before it grows
    JVM_OPTIONS+=(-Xms256m)
  fi
  use_state_folder
  LOADPATH_CORES=${LOADPATH_CORES:-$(nproc)}
  export LOADPATH_CORES
}

# Hadoop, Hive, Sqoop and Tez reach into these packages of the JDK. find_jdk adds what a newer JDK needs.
# shellcheck disable=SC2034 # used by the launchers
ADD_OPENS=()
for package in lang util io net nio util.concurrent util.concurrent.atomic util.regex lang.reflect text time; do
  ADD_OPENS+=("--add-opens=java.base/java.$package=ALL-UNNAMED")
done
ADD_OPENS+=("--add-opens=java.base/sun.nio.ch=ALL-UNNAMED")
unset package
