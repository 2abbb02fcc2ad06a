[#-- The table, and its loads by COPY and external tables. --]
run first: psql -f postgres/sql/functions.sql -v table=[=table.sqlName] -v partition_by= -f postgres/tables/[=table.name].sql
[#include "postgres-table.ftl"]
[#-- COPY reads hexadecimal digits only after \x --]
[#if !sqoop.hasBytes()]
postgres/tables/[=table.name]-copy.sql <- postgres/templates/table-copy.sql
[/#if]
postgres/tables/[=table.name]-binary.txt <- postgres/templates/table-binary.txt
postgres/tables/[=table.name]-out.yaml <- postgres/templates/copied-out.yaml
postgres/sql/copy-begin.sql
postgres/sql/copy-begin-binary.sql
postgres/sql/copy-end.sql
postgres/sql/functions.sql
postgres/sql/functions/attach.sql
postgres/sql/functions/external.sql
postgres/sql/functions/replace.sql
postgres/sql/functions/staging.sql
postgres/sql/functions/tables.sql
postgres/sql/functions/teardown.sql
external-table/postgres/01-server.sql
external-table/postgres/02-external-tables.sql
external-table/postgres/03-stage.sql
external-table/postgres/04-load.sql
external-table/postgres/05-attach.sql
external-table/postgres/09-teardown.sql
external-table/postgres/10-bare.sql
[#include "preprocessors.ftl"]
datasets/sql/fingerprint-[=table.name]-postgres.sql <- datasets/templates/fingerprint-postgres.sql
