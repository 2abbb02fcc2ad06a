# shellcheck shell=bash
# Sourced by bin/hive: the metastore of the bundled Hive is a Derby database in a folder, for one process at a time.

# claim_metastore FOLDER: holds the folder's metastore until this process, or what it execs, ends.
claim_metastore() {
  local lock=$1/metastore.lock holder
  mkdir -p "$1/tmp" || fail "cannot make $1: set LOADPATH_HIVE_DIR to a folder that you may write to"
  exec 9>>"$lock"
  if ! flock -n 9; then
    holder=$(tail -n 1 "$lock")
    fail "the metastore in $1 is in use by another hive (process ${holder:-unknown}): wait for it to end," \
      "or set LOADPATH_HIVE_DIR to another folder for a metastore of its own"
  fi
  printf '%s\n' "$$" >"$lock"
}

# drop_half_copies FOLDER: on Tez, Hive copies its own jar to install/USER/.hiveJars/hive-exec-VERSION-SHA256.jar in the
# folder, and would take for whole what a killed run left there.
drop_half_copies() {
  local size
  [ -d "$1/install" ] || return 0
  size=$(stat -c %s "$LOADPATH_ROOT"/engines/hive/target/lib/hive-exec-*.jar)
  find "$1/install" -regextype posix-extended -type f -user "$EUID" ! -size "${size}c" \
    -regex '.*/install/[^/]+/\.hiveJars/hive-exec-[0-9.]+-[0-9a-f]{64}\.jar' -delete
}

# fill_metastore FOLDER JAVA…: makes FOLDER/metastore_db unless it is there. An empty schema takes seconds, so it is made
# once and copied from then on. JAVA… is the command that starts a JVM with Hive's classpath. A folder under its final
# name is whole: it gets that name by a rename, and what a killed run left under another name is cleared away.
fill_metastore() {
  local folder=$1 template part=$1/metastore_db.part
  shift
  [ ! -d "$folder/metastore_db" ] || return 0
  template=$LOADPATH_STATE/hive/metastore-template-$(hive_version)
  make_template "$template" "$@"
  rm -rf "$part"
  cp -R "$template" "$part" || fail "cannot copy the empty metastore $template to $folder: is the disk full?"
  mv -T "$part" "$folder/metastore_db"
}

make_template() (
  template=$1
  part=$1.part
  shift
  [ ! -d "$template" ] || exit 0
  mkdir -p "$(dirname "$template")" || fail "cannot make $(dirname "$template"): set LOADPATH_STATE to another folder"
  exec 8>"$template.lock"
  flock 8
  [ ! -d "$template" ] || exit 0
  printf 'hive: making an empty metastore, once\n' >&2
  rm -rf "$part"
  mkdir "$part"
  cd "$part" || exit 1
  if ! { schema_tables "$@" && schema_rows "$@"; } >log 2>&1; then
    fail "cannot make an empty metastore: $part/log says why"
  fi
  mv -T metastore_db "$template"
  rm -rf "$part"
)

# In the current folder: all tables of the metastore's model, as Hive's own settings for DataNucleus name them.
schema_tables() {
  local jar
  jar=$(echo "$LOADPATH_ROOT"/engines/hive/target/lib/hive-standalone-metastore-server-*.jar)
  "$JAVA_HOME/bin/jar" --extract --file "$jar" package.jdo
  cat >jdo.properties <<PROPERTIES
javax.jdo.PersistenceManagerFactoryClass=org.datanucleus.api.jdo.JDOPersistenceManagerFactory
javax.jdo.option.ConnectionDriverName=org.apache.derby.jdbc.EmbeddedDriver
javax.jdo.option.ConnectionURL=jdbc:derby:;databaseName=metastore_db;create=true
javax.jdo.option.ConnectionUserName=APP
javax.jdo.option.ConnectionPassword=mine
datanucleus.connectionPoolingType=none
datanucleus.identifierFactory=datanucleus1
datanucleus.rdbms.useLegacyNativeValueStrategy=true
datanucleus.schema.autoCreateAll=true
datanucleus.transactionIsolation=read-committed
PROPERTIES
  "$@" -Dderby.system.durability=test org.datanucleus.store.schema.SchemaTool \
    -create -api JDO -props jdo.properties package.jdo
}

# In the current folder: the rows that Hive adds when it first starts, its version and the database `default`.
schema_rows() {
  LOADPATH_HIVE_DIR=$PWD "$@" org.apache.hadoop.hive.cli.CliDriver --hiveconf hive.execution.engine=mr \
    --hiveconf hive.metastore.schema.verification=false \
    --hiveconf hive.metastore.schema.verification.record.version=true \
    -e 'SHOW DATABASES'
}

hive_version() {
  local jar
  for jar in "$LOADPATH_ROOT"/engines/hive/target/lib/hive-cli-*.jar; do
    jar=${jar##*/hive-cli-}
    printf '%s\n' "${jar%.jar}"
    return
  done
}
