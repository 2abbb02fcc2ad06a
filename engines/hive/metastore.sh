# shellcheck shell=bash
# Sourced by engines/bin/hive: the metastore of the bundled Hive is a Derby database in a folder, used by one process at a time.

# claim_metastore FOLDER: locks the folder's metastore until this process, or the one it execs, ends.
claim_metastore() {
  local lock=$1/metastore.lock holder
  mkdir -p "$1/tmp" || fail "cannot make $1: set LOADPATH_HIVE_DIR to a folder that you may write to"
  make_lock "$lock"
  exec 9>>"$lock"
  if ! flock -n 9; then
    holder=$(tail -n 1 "$lock")
    if [[ $holder =~ ^[0-9]+$ && /proc/$holder/fd/9 -ef $lock ]]; then
      holder="another hive (process $holder)"
    else # the holder has just begun, is in another container, or is not a hive
      holder="a process that 'fuser -v $lock' names"
    fi
    fail "the metastore in $1 is in use by $holder: wait for it to end," \
      "or set LOADPATH_HIVE_DIR to another folder for a separate metastore"
  fi
  printf '%s\n' "$$" >"$lock"
}

# fill_metastore FOLDER JAVA…: makes FOLDER/metastore_db if it is missing. JAVA… starts a JVM with Hive's classpath. An
# empty schema takes seconds, so it is made once and then copied. A folder with the final name is complete, because it
# gets that name by a rename. Leftovers of a killed run under other names are deleted.
fill_metastore() {
  local folder=$1 template part=$1/metastore_db.part
  shift
  [ ! -d "$folder/metastore_db" ] || return 0
  template=$LOADPATH_STATE/hive/metastore-tables-$(hive_version)
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
  make_lock "$template.lock"
  exec 8>"$template.lock"
  flock -w 300 8 || fail "another hive has held $template.lock for 5 minutes: end it, then run the same command again"
  [ ! -d "$template" ] || exit 0
  printf 'hive: making an empty metastore, once\n' >&2
  rm -rf "$part"
  mkdir "$part"
  cd "$part" || exit 1
  if ! schema_tables "$@" -Dderby.system.durability=test >log 2>&1; then
    fail "cannot make an empty metastore: $part/log says why"
  fi
  mv -T metastore_db "$template"
  rm -rf "$part"
)

# schema_tables JAVA…: makes all tables of the metastore's model in metastore_db in the current folder, with the names of
# Hive's settings for DataNucleus. Hive fills them at its first start: the row of the database `default` has the place of
# its files. Leaves other files in the folder, too.
schema_tables() {
  local jar
  jar=$(echo "$LOADPATH_ROOT"/engines/hive/target/lib/hive-standalone-metastore-server-*.jar)
  "$JAVA_HOME/bin/jar" --extract --file "$jar" package.jdo
  cat >jdo.properties <<'PROPERTIES'
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
  "$@" org.datanucleus.store.schema.SchemaTool -create -api JDO -props jdo.properties package.jdo
}

hive_version() {
  local jar
  for jar in "$LOADPATH_ROOT"/engines/hive/target/lib/hive-cli-*.jar; do
    jar=${jar##*/hive-cli-}
    printf '%s\n' "${jar%.jar}"
    return
  done
}
