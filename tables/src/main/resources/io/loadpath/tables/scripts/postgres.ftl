[#-- The table, and its loads by COPY and external tables. --]
[#-- The client turns bytes into binary COPY, which it can only of plain rows. --]
[#if !sqoop.hasBytes()
  || sqoop.plain() && format.encoding?string == "UTF-8" && format.lineEnd.word() == "lf"]
run first: ./load.sh
README.md <- postgres/templates/README.md
load.sh <- postgres/templates/load.sh
prove.sh <- postgres/templates/prove.sh
[#else]
run first: psql -v functions=loadpath -v table=[=table.sqlName] -v partition_by= -f postgres/sql/functions.sql -f postgres/tables/[=table.name].sql
[/#if]
[#include "postgres-table.ftl"]
[#include "postgres-functions.ftl"]
[#-- COPY reads hexadecimal digits only after \x --]
[#if !sqoop.hasBytes()]
postgres/tables/[=table.name]-copy.sql <- postgres/templates/table-copy.sql
[/#if]
postgres/tables/[=table.name].yaml <- postgres/templates/described.yaml
postgres/tables/[=table.name]-binary.txt <- postgres/templates/table-binary.txt
postgres/tables/[=table.name]-out.yaml <- postgres/templates/copied-out.yaml
postgres/sql/copy-begin.sql
postgres/sql/copy-begin-binary.sql
postgres/sql/copy-end.sql
external-table/postgres/01-server.sql
external-table/postgres/02-external-tables.sql
external-table/postgres/03-stage.sql
external-table/postgres/04-load.sql
external-table/postgres/05-attach.sql
external-table/postgres/09-teardown.sql
external-table/postgres/10-bare.sql
[#include "preprocessors.ftl"]
datasets/sql/fingerprint-[=table.name]-postgres.sql <- datasets/templates/fingerprint-postgres.sql
