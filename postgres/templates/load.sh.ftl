#!/usr/bin/env bash
# Loads files into a table of PostgreSQL 13 or later: all rows of all files, or none. They replace the table's rows.
#
#   ./load.sh [FILE...]
#
# FILE           a file as [=table.name].yaml describes it, plain or .gz; without FILE: the files that files.txt names
# TABLE          environment variable: the table, with its schema (default: public.[=table.sqlName()]). If it is missing,
#                it is made.
# PGHOST         and PGPORT, PGDATABASE, PGUSER, PGPASSFILE: the server; without PGHOST, the server that Loadpath bundles
# LOADPATH_ROOT  Loadpath's folder, whose client sends the files (default: [=project])
#
[#if format.quote??]
# Every row is checked first, so the files are read twice.
#
[/#if]
# Exit code 0: the table holds the rows of the files, and no others. Otherwise it holds the rows that it had before; only if
# the connection broke at the very end, ask prove.sh.
set -euo pipefail

name=[=table.name]
table=${TABLE:-public.[=table.sqlName()]}
project=[=project]
copy='COPY :loaded FROM STDIN (:copy_options)' begin=copy-begin.sql binary=no
[#if sqoop.hasBytes()]
# files have the hexadecimal digits of bytes alone, which the client turns into binary COPY
copy='COPY :loaded FROM STDIN (FORMAT binary)' begin=copy-begin-binary.sql binary=yes
[/#if]
[#include "folder.sh.ftl"]
[#noparse]for file in "${files[@]}"; do
  case $file in
  *.zst | *.lz4 | *.bz2) fail "$file: only plain files and .gz are sent; inflate it first" ;;
  esac
done

[/#noparse]
[#if format.quote??]
# COPY takes a quote inside a field for the beginning of a quoted part, and would lose it, or a row
[=r'checked=$("$loadpath/bin/loadpath" check "$folder/$name.yaml" "${files[@]}") || {']
  printf '%s\n' "$checked" >&2
  fail "nothing is changed"
}

[/#if]
[#noparse]
# the functions of a load, in a schema that only this role may change, and the table
make=()
answer=$("$client" sql -v table="$table" -c "SELECT to_regclass(:'table') IS NULL,
  'loadpath_of_' || left(regexp_replace(lower(current_user), '[^a-z0-9_]', '_', 'g'), 51)")
IFS='|' read -r missing functions <<<"$answer"
if [ "$missing" = t ]; then
  # without Loadpath's mark, by which it knows the tables that it may drop
  make=(-v partition_by= -f "$folder/postgres/tables/$name.sql" -c 'COMMENT ON TABLE :table IS NULL')
fi
"$client" sql -v functions="$functions" -v table="$table" -f "$folder/postgres/sql/functions.sql" "${make[@]}"

# Each file goes into a staging table, in its own session. When the last one is there, one transaction puts the staged
# rows in the place of the table's.
format=$folder/postgres/tables/$name-format.sql
form=()
if [ "$binary" = yes ]; then mapfile -t form <"$folder/postgres/tables/$name-binary.txt"; fi
exec "$client" copy -v functions="$functions" -v table="$table" "${form[@]}" \
  --before "$format" --before "$folder/postgres/sql/$begin" -c "$(<"$format")
    SELECT :functions.join_load(:'table', :'date_order') AS loaded \gset
    $copy;
    CALL :functions.file_loaded(:'table', :'file', :rows)" \
  --after "$folder/postgres/sql/copy-end.sql" "${files[@]}"
[/#noparse]
