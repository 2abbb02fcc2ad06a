#!/usr/bin/env bash
# Loads the files of this folder into {table} by SQL*Loader, and compares the rows of each partition with the manifest.
#
#   ORACLE_USER=loader ORACLE_PASSWORD_FILE=FILE TWO_TASK=//dbhost:1521/pdb1 ./load.sh [PARTITION...]
#
# Without names, it loads all partitions, one after another. Exit code 0: all their rows are there. The first failure ends
# it, and it prints the command for the partitions that are left. SQL*Loader does not roll back: truncate a partition
# that failed before you load it again. It leaves out a row whose columns are all NULL: external-table.sql loads such rows.
# Several runs with different partitions may work at the same time.
set -euo pipefail
# SQL*Loader converts numbers and texts by these variables.
unset "${!NLS_@}"
export NLS_LANG=AMERICAN_AMERICA.AL32UTF8

left=()

fail() {
  printf 'load.sh: %s\n' "$1" >&2
  ((${#left[@]} == 0)) || printf 'load.sh: load the others by: ./load.sh %s\n' "${left[*]}" >&2
  exit 1
}

load() { # PARTITION ROWS FILE...
  local name=$1 rows=$2 code=0 inflater='' inflater_code=0 loaded
  shift 2
  sha256sum --quiet -c - < <(grep -F -f <(printf '  %s\n' "$@") SHA256SUMS) >&2 || fail "$name: its files are damaged"
  if [[ $1 == *.gz ]]; then
    rm -f "$name.pipe"
    mkfifo -m 600 "$name.pipe"
    gzip -dc "$@" >"$name.pipe" &
    inflater=$!
  fi
  printf '%s\n' "$password" |
    sqlldr "userid=$ORACLE_USER" parfile=sqlldr.par "control=$name.ctl" "log=$name.log" "bad=$name.bad" || code=$?
  if [[ -n $inflater ]]; then
    ((code == 0)) || kill "$inflater" 2>/dev/null || true
    wait "$inflater" || inflater_code=$?
    rm -f "$name.pipe"
  fi
  ((code == 0)) ||
    fail "$name: SQL*Loader ended with $code: $(grep -hE '^(SQL\*Loader-|ORA-|Record )' "$name.log" 2>/dev/null | head -n 5)"
  ((inflater_code == 0)) || fail "$name: gzip ended with $inflater_code"
  loaded=$(awk '/ Rows? successfully loaded\.$/ { rows += $1 } END { print rows + 0 }' "$name.log")
  ((loaded == rows)) || fail "$name: $loaded rows are loaded, the manifest has $rows; look at $name.log"
  printf '%s: %s rows\n' "$name" "$loaded"
}

[[ -n ${ORACLE_USER:-} && -r ${ORACLE_PASSWORD_FILE:-} ]] || fail "set ORACLE_USER and ORACLE_PASSWORD_FILE"
password=$(cat "$ORACLE_PASSWORD_FILE")
# at its prompt, SQL*Loader gives the text after an @ or a / another meaning
if [[ $password == *[^[:alnum:]_]* ]]; then password="\"$password\""; fi
cd "$(dirname "${BASH_SOURCE[0]}")"

partitions=(
  # PARTITIONS
)

[[ -e _SUCCESS ]] || fail "the files are incomplete: the folder has no _SUCCESS"

chosen=()
for line in "${partitions[@]}"; do
  if (($# == 0)) || [[ " $* " == *" ${line%% *} "* ]]; then
    chosen+=("$line")
    left+=("${line%% *}")
  fi
done
(($# == 0 || $# == ${#chosen[@]})) || fail "one of these is not a partition with rows, or is given twice: $*"
for line in ${chosen[@]+"${chosen[@]}"}; do
  left=("${left[@]:1}")
  read -ra words <<<"$line"
  load "${words[@]}"
done
