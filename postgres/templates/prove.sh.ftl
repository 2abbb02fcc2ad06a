[#assign doubles = postgres.columns()?filter(column -> column.kind == "double")?has_content]
#!/usr/bin/env bash
# Proves a load: compares the fingerprint of the table's rows with that of the files' rows. A fingerprint does not depend on
# the order of the rows, and differs if a row is missing, doubled or changed.
#
#   ./prove.sh [FILE...]      FILE and the environment variables are those of load.sh
#
# Exit code 0: the table holds the rows of the files, and no others. Otherwise both fingerprints are printed.
[#if doubles]
# Columns of double precision are not compared.
[/#if]
set -euo pipefail

name=[=table.name]
table=${TABLE:-public.[=table.sqlName()]}
project=[=project]
[#include "folder.sh.ftl"]
[#noparse]# rows_and_digest FINGERPRINT: prints the number of rows and the digest of whole rows.
rows_and_digest() {
  sed -n 's/^{ *"rows" *: *\([0-9]*\), *"row" *: *"\([0-9a-f]*\)".*/\1 rows, digest \2/p' <<<"$1"
}
[/#noparse]

wanted=$("$loadpath/bin/loadpath" fingerprint "$folder/$name.yaml" [=r'"${files[@]}"'])
found=$("$client" sql -v table="$table" -v manifest={} -f "$folder/datasets/sql/fingerprint-$name-postgres.sql")
[#if doubles]
if [ -z "$(rows_and_digest "$wanted")" ] || [ "$(rows_and_digest "$wanted")" != "$(rows_and_digest "$found")" ]; then
[#else]
if [ "$(tr -d ' ' <<<"$wanted")" != "$(tr -d ' ' <<<"$found")" ]; then
[/#if]
  printf 'files: %s\ntable: %s\n' "$wanted" "$found"
  fail "$table does not hold the rows of the files"
fi
[#if doubles]
echo "$table holds the rows of the files, columns of double precision not compared: $(rows_and_digest "$found")"
[#else]
echo "$table holds the rows of the files: $(rows_and_digest "$found")"
[/#if]
