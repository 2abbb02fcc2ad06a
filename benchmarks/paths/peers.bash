# shellcheck shell=bash
# Functions shared by the steps of the peers into PostgreSQL and out of it. All make one ordinary, logged heap, with the
# column types of the other paths.

# make_target TABLE: makes the empty target of a load.
make_target() {
  drop_table "$1" -v table="$1" -v partition_by= -f "$LOADPATH_SCRIPTS/postgres/tables/$LOADPATH_TABLE.sql"
}

# drop_table TABLE [ARGUMENT…]: removes the table. The arguments are for engines/bin/postgres sql.
drop_table() {
  "$LOADPATH_ROOT/engines/bin/postgres" sql -c "DROP TABLE IF EXISTS $1" "${@:2}"
}

# note_files DIR: notes the data's files in DIR/files. run loads these: a file that vanishes until then is an error, not
# fewer rows.
note_files() {
  local parts
  shopt -s nullglob
  parts=("$LOADPATH_DATA"/part-*)
  if ((${#parts[@]} != LOADPATH_PARAM_FILES)); then
    printf '%s has %d files part-*, not %d; make the data again\n' \
      "$LOADPATH_DATA" "${#parts[@]}" "$LOADPATH_PARAM_FILES" >&2
    return 1
  fi
  printf '%s\n' "${parts[@]}" >"$1/files"
}

# prove_load TABLE: prints the fingerprint of the loaded rows, and the bytes that they take.
prove_load() {
  "$LOADPATH_ROOT/postgres/prove" "$1" "$1" -f "$LOADPATH_ROOT/postgres/sql/functions.sql"
}

# prove_unload DESCRIPTION: prints the fingerprint of the files in the folder unloaded, and the bytes that they take.
prove_unload() {
  local fingerprint bytes
  fingerprint=$("$LOADPATH_ROOT/bin/loadpath" fingerprint "$1" "$LOADPATH_WORK/unloaded")
  bytes=$(find "$LOADPATH_WORK/unloaded" -name 'part-*' -printf '%s\n' | awk '{ n += $1 } END { print n + 0 }')
  printf '{"fingerprint": %s, "storedBytes": %s}\n' "$fingerprint" "$bytes"
}

# python SCRIPT [ARGUMENT…]: replaces the shell by the python3 of the PATH. It finds peers.py, and writes no bytecode into
# the project.
python() {
  export PYTHONPATH=$LOADPATH_ROOT/benchmarks/paths${PYTHONPATH:+:$PYTHONPATH} PYTHONDONTWRITEBYTECODE=1
  exec python3 "$@"
}

# each PROGRAM ARGUMENT…: starts PROGRAM for each argument, all at once. Fails after the last one, if one failed.
each() {
  local argument failed=0 pid pids=()
  for argument in "${@:2}"; do
    "$1" "$argument" &
    pids+=($!)
  done
  for pid in "${pids[@]}"; do wait "$pid" || failed=1; done
  return "$failed"
}

# range TABLE I N: prints the condition of the I-th of N ranges of blocks, from 0, of equal size. PostgreSQL 14 or later
# reads only these blocks.
range() {
  printf 'ctid >= %s' "$(bound "$@")"
  if (($2 + 1 < $3)); then printf ' AND ctid < %s' "$(bound "$1" $(($2 + 1)) "$3")"; fi
}

bound() {
  printf "(SELECT format('(%%s,0)', pg_relation_size('%s') / current_setting('block_size')::bigint * %d / %d)::tid)" "$@"
}
