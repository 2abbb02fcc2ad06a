# Runs a table's scripts in LOADPATH_SCRIPTS in SQL*Plus. Sourced by the steps of external-table-load-oracle
# and sqlldr-load-oracle.
#
# ORACLE_URL, ORACLE_USER and ORACLE_PASSWORD_FILE name the owner of the tables, to whom SYS must have
# granted the privileges of 01-owner.sql. Without them, only the client's CPU time is known.
# For external tables, the database must see the data, the preprocessors and the log folder under the
# same paths as this machine: it runs here, or mounts them. They also need ORACLE_DBA_USER and
# ORACLE_DBA_PASSWORD_FILE for the directory objects: the creator of one can write to it, and the owner
# must not write to the preprocessors' folder.
# Passwords reach SQL*Plus on its standard input, never on a command line or in another file.

# Both clients convert numbers and texts by these variables, and SQL*Plus runs your own scripts from the last two places.
unset "${!NLS_@}" SQLPATH ORACLE_PATH
export NLS_LANG=AMERICAN_AMERICA.AL32UTF8

path=$(realpath "$0")
path=${path%/*}
path=${path##*/}
# Objects in the database have this name and a suffix of up to six characters. Oracle 12.1 allows 30 in all.
case $path in
sqlldr-*) name=sqlldr_oracle ;;
*) name=external_table_oracle ;;
esac
scripts=$LOADPATH_SCRIPTS/external-table/oracle

fail() {
  printf '%s %s: %s\n' "$path" "${0##*/}" "$1" >&2
  exit 1
}

# jdbc:oracle:thin:@//host:port/service, @host:port:sid or @alias, as SQL*Plus writes it
connect_identifier() {
  local place=${ORACLE_URL#jdbc:oracle:thin:}
  [[ $place == @* ]] ||
    fail "ORACLE_URL must be jdbc:oracle:thin:@ and an address, without user and password"
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

# The staged preprocessor, or the one for the files' codec.
preprocessor() {
  cat "$LOADPATH_WORK/preprocessor" 2>/dev/null || "$LOADPATH_ROOT/external-table/stage-preprocessor" --name
}

# The values of 00-settings.sql for this run. Oracle refuses symbolic links in a directory's path. The path loads without
# redo, as its title says; 00-settings.sql has the safe value, LOGGING.
settings() {
  local server_dir data files compression=NOCOMPRESS
  [[ $LOADPATH_PARAM_COMPRESSION == none ]] || compression="ROW STORE COMPRESS ${LOADPATH_PARAM_COMPRESSION^^}"
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
DEFINE exec_path = '$server_dir/preprocessor'
DEFINE log_dir = ${name}_log
DEFINE log_path = '$server_dir/log'
DEFINE preprocessor = $(preprocessor)
DEFINE locations = "$files"
$(grep '^DEFINE date_mask = ' "$scripts/00-settings.sql")
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

# Lists the data files in LOADPATH_WORK. setup does this first.
note_files() {
  local parts
  shopt -s nullglob
  parts=("$LOADPATH_DATA"/part-*)
  ((${#parts[@]} == LOADPATH_PARAM_FILES)) ||
    fail "$LOADPATH_DATA has ${#parts[@]} files part-*, not $LOADPATH_PARAM_FILES; make the data again"
  printf '%s\n' "${parts[@]##*/}" >"$LOADPATH_WORK/files"
}

# Reads the output of 06-statistics.sql before and after the load, and prints the load's CPU time and notes as members of
# a JSON object. A note names a difference from the path's title: not direct-path, not without redo, not parallel. Rows
# with redo write more redo than the size of their blocks; rows without redo write a small part of it, except for a small
# load. If the last unrecoverable change has moved, the rows were without redo, whatever the threshold says.
load_facts() { # mystat|sysstat
  awk -F'|' -v of="$1" -v files="$LOADPATH_PARAM_FILES" '
    function used(view, name) { return last[view, name] - first[view, name] }
    function direct_bytes(view) {
      return (used(view, "physical writes direct") - used(view, "physical writes direct temporary tablespace")) * block_size
    }
    function note(text) {
      gsub(/["\\]/, "", text)
      notes = notes (notes == "" ? "" : ", ") "\"" text "\""
    }
    { sub(/ +$/, "") }
    # a reading ends with the plan
    $1 == "plan" {
      if (/LOAD TABLE CONVENTIONAL/) plan = "conventional"
      if (/LOAD AS SELECT/) plan = "direct"
      if (match($0, /P?DML disabled because .*/)) why = ": " substr($0, RSTART)
      next
    }
    NF >= 3 {
      plan = why = ""
      if (!readings[$1, $2]++) first[$1, $2] = $3
      last[$1, $2] = $3
    }
    $1 == of && /downgraded/ { downgraded[$2] }
    $1 == "force logging" && $3 == "YES" { forced[$2] }
    $1 == "block size" { block_size = $3 }
    END {
      cpu = "CPU used by this session"
      if (readings[of, cpu] < 2 || readings[of, "redo size"] < 2 || readings[of, "physical writes direct"] < 2) exit 1
      if (block_size == 0 || (of == "mystat" && readings[of, "DML statements parallelized"] < 2)) exit 1
      view = of
      if (of == "mystat" && direct_bytes(of) <= 0 && plan != "conventional" &&
        (used("sql", "DIRECT_WRITES") > 0 || direct_bytes("sysstat") > 0)) {
        view = "sysstat"
        note("v$mystat lacks the figures of the parallel servers: those of v$sysstat, of all sessions, count")
      }
      direct = direct_bytes(view)
      redo = used(view, "redo size")
      change = "unrecoverable change" SUBSEP "tablespace"
      # compared as texts: change numbers are too long for a double
      unlogged = first[change] "" != last[change] ""
      if (plan == "conventional" || (plan == "" && !unlogged && direct * 10 < redo))
        note(sprintf("not direct-path: %s written past the buffer cache, and %.0f bytes of redo",
          direct <= 0 ? "no block was" : sprintf("only %.0f bytes were", direct), redo))
      else if (!unlogged && redo > direct / 2)
        note(sprintf("not NOLOGGING: %.0f bytes of redo for %.0f bytes written by direct path", redo, direct))
      for (place in forced)
        note(sprintf("not NOLOGGING: the %s is in FORCE LOGGING mode", place))
      for (name in downgraded) fewer += used(of, name)
      dop = last["pq", "DOP"]
      if (of == "mystat" && files > 1 && used(of, "DML statements parallelized") + used("pq", "DML Parallelized") == 0)
        note("not parallel: the insert ran in one process" why)
      else if (of == "mystat" && dop > 0) {
        if (dop < files) note(sprintf("less parallel than requested: DOP %d of %d", dop, files))
      } else if (fewer > 0)
        note(sprintf("less parallel than requested: downgraded operations: %d", fewer))
      printf "\"databaseCpu\": {\"nanos\": %.0f, \"source\": \"v$%s\"}, \"notes\": [%s]", used(view, cpu) * 1e7, view, notes
    }'
}

# Prints the proof of the database's rows, and the load's statistics from LOADPATH_WORK/statistics.
print_proof() { # mystat|sysstat
  local answer facts fingerprint rows_and_bytes
  facts=$(load_facts "$1" <"$LOADPATH_WORK/statistics") ||
    fail "$LOADPATH_WORK/statistics lacks one of the two readings of 06-statistics.sql"
  answer=$(sqlplus_as owner 05-verify.sql) || {
    printf '%s\n' "$answer" >&2
    exit 1
  }
  fingerprint=$(grep '^{' <<<"$answer")
  rows_and_bytes=$(grep -E '^[0-9]+\|[0-9]+$' <<<"$answer")
  printf '{"fingerprint": %s, "storedBytes": %s, %s}\n' "$fingerprint" "${rows_and_bytes#*|}" "$facts"
}

# Prints the password in a file. Refuses a file with a line end: to Sqoop it would be a part of the password, and repeated
# log-ins with a wrong password lock the account.
password_in() { # FILE
  [[ -r $1 ]] || fail "cannot read the password file $1"
  [[ -s $1 && $(wc -l <"$1") -eq 0 ]] ||
    fail "$1 must hold only the password, without a line end: write it again with printf %s"
  cat "$1"
}

require_dba() {
  [[ -n ${ORACLE_DBA_USER:-} && -n ${ORACLE_DBA_PASSWORD_FILE:-} ]] ||
    fail "set ORACLE_DBA_USER and ORACLE_DBA_PASSWORD_FILE; ${BASH_SOURCE[0]} says why"
}

# Runs numbered scripts in one session, as the owner or as the DBA. SQL*Plus starts in their folder, because it looks
# there for the paths that they name. Exit code 1 at the first error: errors of SQL by the scripts' WHENEVER, errors of
# SQL*Plus itself (SP2-...) by their message.
sqlplus_as() { # owner|dba SCRIPT...
  local user=$ORACLE_USER password_file=$ORACLE_PASSWORD_FILE password identifier values output code=0 script
  if [[ $1 == dba ]]; then
    require_dba
    user=$ORACLE_DBA_USER
    password_file=$ORACLE_DBA_PASSWORD_FILE
  fi
  shift
  password=$(password_in "$password_file") || exit 1
  identifier=$(connect_identifier) || exit 1
  values=$(settings) || exit 1
  output=$(
    {
      printf '%s\n' 'WHENEVER OSERROR EXIT FAILURE ROLLBACK' \
        'WHENEVER SQLERROR EXIT FAILURE ROLLBACK' 'SET DEFINE OFF'
      printf 'CONNECT %s/"%s"@%s\n' "$user" "$password" "$identifier"
      printf 'SET DEFINE ON\n%s\n' "$values"
      for script in "$@"; do
        printf '@%s\n' "$script"
      done
      printf 'EXIT SUCCESS\n'
    } | (cd "$scripts" && exec sqlplus -S -L /nolog 2>&1)
  ) || code=1
  printf '%s\n' "$output"
  [[ $code == 0 && $output != *SP2-[0-9]* ]] || fail "SQL*Plus failed: its output is above; external-table/oracle/ERRORS.md explains its errors"
}
