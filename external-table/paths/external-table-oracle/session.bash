# Runs the scripts of external-table/oracle in SQL*Plus. Sourced by the steps of external-table-oracle
# and sqlldr-oracle.
#
# ORACLE_URL, ORACLE_USER and ORACLE_PASSWORD_FILE name the owner of the tables, to whom SYS must have
# granted what 06-cpu.sql says: without it the CPU time of the load would be that of its client.
# For external tables the database must see the data, the preprocessors and the log folder under the
# same paths as this machine does: it runs here, or mounts them. They also need ORACLE_DBA_USER and
# ORACLE_DBA_PASSWORD_FILE for the directory objects: who creates one can write to it, which the
# owner must not for that of the preprocessors.
# Passwords reach SQL*Plus on its standard input, never on a command line or in a file.

path=$(realpath "$0")
path=${path%/*}
path=${path##*/}
name=${path//-/_} # of what is made in the database

fail() {
  printf '%s %s: %s\n' "$path" "${0##*/}" "$1" >&2
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

# The preprocessor for the files' codec.
preprocessor() {
  case $LOADPATH_PARAM_CODEC/$LOADPATH_PARAM_INFLATER in
  none/*) printf read-direct.sh ;;
  gzip-*/gzip) printf inflate-gnu-gzip.sh ;;
  *) printf 'inflate-%s.sh' "${LOADPATH_PARAM_CODEC%-*}" ;;
  esac
}

# The values of 00-settings.sql for this run. Oracle refuses symbolic links in a directory's path.
settings() {
  local server_dir data files compression=NOCOMPRESS
  [[ $LOADPATH_PARAM_COMPRESSION == none ]] || compression="COMPRESS ${LOADPATH_PARAM_COMPRESSION^^}"
  server_dir=$(realpath "$LOADPATH_SERVER_DIR")
  data=$(realpath "$LOADPATH_DATA")
  [[ $server_dir$data != *[\'\"\&]* ]] ||
    fail "a quote or ampersand in $data or $server_dir; move the state folder (LOADPATH_STATE)"
  files=$(sed "s/.*/'&'/" "$LOADPATH_WORK/files" | paste -s -d, | sed 's/,/, /g')
  cat <<SETTINGS
DEFINE owner = $ORACLE_USER
DEFINE data_dir = ${name}_data
DEFINE data_path = '$data'
DEFINE exec_dir = ${name}_exec
DEFINE exec_path = '$server_dir'
DEFINE log_dir = ${name}_log
DEFINE log_path = '$server_dir/log'
DEFINE preprocessor = $(preprocessor)
DEFINE locations = "$files"
DEFINE date_mask = MM/DD/YYYY
DEFINE missing_fields = ''
DEFINE io_options = ''
DEFINE reject_limit = 0
DEFINE external_table = ${name}_files
DEFINE target_table = $name
DEFINE model = $LOADPATH_PARAM_MODEL
DEFINE compression = '$compression'
DEFINE logging = NOLOGGING
DEFINE dop = $LOADPATH_PARAM_FILES
DEFINE lineitem = lineitem
DEFINE delta = 90
SETTINGS
}

# Notes the data files in LOADPATH_WORK, the first thing that setup does.
note_files() {
  local parts
  shopt -s nullglob
  parts=("$LOADPATH_DATA"/part-*)
  ((${#parts[@]} == LOADPATH_PARAM_FILES)) ||
    fail "$LOADPATH_DATA has ${#parts[@]} files part-*, not $LOADPATH_PARAM_FILES; make the data again"
  printf '%s\n' "${parts[@]##*/}" >"$LOADPATH_WORK/files"
}

# What was used from the first to the last reading of 06-cpu.sql on standard input, as verify prints it.
database_cpu() { # session|instance
  local view="v\$mystat"
  [[ $1 == session ]] || view="v\$sysstat"
  awk -F'|' -v of="$1" -v source="$view" '
    $1 == "cpu" && $2 == of { if (!readings++) first = $3; last = $3 }
    END {
      if (readings < 2) exit 1
      printf "{\"nanos\": %.0f, \"source\": \"%s\"}", last - first, source
    }'
}

# Prints the proof, from the database and from the output of the load in LOADPATH_WORK/cpu.
print_proof() { # session|instance
  local answer cpu fingerprint rows_and_bytes
  cpu=$(database_cpu "$1" <"$LOADPATH_WORK/cpu") || fail "the load left no CPU time"
  answer=$(sqlplus_as owner 05-verify.sql) || {
    printf '%s\n' "$answer" >&2
    exit 1
  }
  fingerprint=$(grep '^{' <<<"$answer")
  rows_and_bytes=$(grep -E '^[0-9]+\|[0-9]+$' <<<"$answer")
  printf '{"fingerprint": %s, "storedBytes": %s, "databaseCpu": %s}\n' \
    "$fingerprint" "${rows_and_bytes#*|}" "$cpu"
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
