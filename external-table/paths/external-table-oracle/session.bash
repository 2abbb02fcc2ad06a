# Runs the scripts of external-table/oracle in SQL*Plus. Sourced by the steps of this path.
#
# The database must see the data, the preprocessors and the log folder under the same paths as this
# machine does: it runs here, or mounts them. Beside ORACLE_URL, ORACLE_USER and
# ORACLE_PASSWORD_FILE, the owner of the tables, the path needs ORACLE_DBA_USER and
# ORACLE_DBA_PASSWORD_FILE for the directory objects: who creates one can write to it, which the
# owner must not for that of the preprocessors.
# Passwords reach SQL*Plus on its standard input, never on a command line or in a file.

fail() {
  printf 'external-table-oracle %s: %s\n' "${0##*/}" "$1" >&2
  exit 1
}

# jdbc:oracle:thin:@//host:port/service, @host:port:sid or @alias, as SQL*Plus writes it
connect_identifier() {
  local place=${ORACLE_URL#jdbc:oracle:thin:}
  [[ $place == @* ]] ||
    fail "ORACLE_URL must be jdbc:oracle:thin:@ and a place, without user and password"
  place=${place#@}
  if [[ $place =~ ^([^/:()]+):([0-9]+):([^/:()]+)$ ]]; then
    printf '(DESCRIPTION=(ADDRESS=(PROTOCOL=TCP)(HOST=%s)(PORT=%s))(CONNECT_DATA=(SID=%s)))' \
      "${BASH_REMATCH[@]:1}"
  elif [[ $place =~ ^[^/:()]+:[0-9]+/ ]]; then
    printf '//%s' "$place"
  else
    printf '%s' "$place"
  fi
}

# The values of 00-settings.sql for this run. Oracle refuses symbolic links in a directory's path.
settings() {
  local server_dir data files preprocessor=inflate-gzip.sh
  [[ $LOADPATH_PARAM_CODEC == gzip-3 ]] || preprocessor=read-direct.sh
  server_dir=$(realpath "$LOADPATH_SERVER_DIR")
  data=$(realpath "$LOADPATH_DATA")
  [[ $server_dir$data != *[\'\"\&]* ]] ||
    fail "a quote or ampersand in $data or $server_dir; move the state folder (LOADPATH_STATE)"
  files=$(sed "s/.*/'&'/" "$LOADPATH_WORK/files" | paste -s -d, | sed 's/,/, /g')
  cat <<SETTINGS
DEFINE owner = $ORACLE_USER
DEFINE data_dir = external_table_oracle_data
DEFINE data_path = '$data'
DEFINE exec_dir = external_table_oracle_exec
DEFINE exec_path = '$server_dir/preprocessor'
DEFINE log_dir = external_table_oracle_log
DEFINE log_path = '$server_dir/log'
DEFINE preprocessor = $preprocessor
DEFINE locations = "$files"
DEFINE date_mask = MM/DD/YYYY
DEFINE reject_limit = 0
DEFINE external_table = external_table_oracle_files
DEFINE target_table = external_table_oracle
DEFINE dop = $LOADPATH_PARAM_FILES
DEFINE lineitem = lineitem
DEFINE delta = 90
SETTINGS
}

require_dba() {
  [[ -n ${ORACLE_DBA_USER:-} && -n ${ORACLE_DBA_PASSWORD_FILE:-} ]] ||
    fail "set ORACLE_DBA_USER and ORACLE_DBA_PASSWORD_FILE; ${BASH_SOURCE[0]} says why"
}

# Runs numbered scripts in one session, as the owner or as the DBA. Exit code 1 at the first error:
# that of SQL by the scripts' own WHENEVER, that of SQL*Plus itself (SP2-...) by its message.
sqlplus_as() { # owner|dba SCRIPT...
  local user=$ORACLE_USER password_file=$ORACLE_PASSWORD_FILE identifier values output code=0 script
  if [[ $1 == dba ]]; then
    require_dba
    user=$ORACLE_DBA_USER
    password_file=$ORACLE_DBA_PASSWORD_FILE
  fi
  shift
  [[ -r $password_file ]] || fail "cannot read the password file $password_file"
  identifier=$(connect_identifier) || exit 1
  values=$(settings) || exit 1
  output=$(
    {
      printf '%s\n' 'WHENEVER OSERROR EXIT FAILURE ROLLBACK' \
        'WHENEVER SQLERROR EXIT FAILURE ROLLBACK' 'SET DEFINE OFF'
      printf 'CONNECT %s/"%s"@%s\n' "$user" "$(<"$password_file")" "$identifier"
      printf 'SET DEFINE ON\n%s\n' "$values"
      for script in "$@"; do
        printf '@"%s"\n' "$LOADPATH_ROOT/external-table/oracle/$script"
      done
      printf 'EXIT SUCCESS\n'
    } | sqlplus -S -L /nolog 2>&1
  ) || code=1
  printf '%s\n' "$output"
  [[ $code == 0 && $output != *SP2-[0-9]* ]] || fail "SQL*Plus failed; what it said is above"
}
