[#-- Between files and PostgreSQL or Oracle. --]
run first: psql -v table=public.[=table.sqlName] -v partition_by= -f postgres/tables/[=table.name].sql
[#include "postgres-table.ftl"]
[#if keys??]
[#-- The script of the partitions calls them. --]
[#include "postgres-functions.ftl"]
[/#if]
sqoop/sql/postgres/02-lines.sql <- sqoop/templates/postgres-02-lines.sql
sqoop/sql/postgres/03-view.sql <- sqoop/templates/postgres-03-view.sql
sqoop/options/postgres-import.txt <- sqoop/templates/postgres-import.txt
sqoop/options/postgres-import-direct.txt <- sqoop/templates/postgres-import-direct.txt
sqoop/options/postgres-import-connector.txt <- sqoop/templates/postgres-import-connector.txt
sqoop/options/postgres-export-connector.txt <- sqoop/templates/postgres-export-connector.txt
[#-- These send the digits of bytes unchanged, which PostgreSQL reads only after \x --]
[#if !sqoop.hasBytes()]
sqoop/sql/postgres/04-load.sql
sqoop/options/postgres-export.txt <- sqoop/templates/postgres-export.txt
sqoop/options/postgres-export-staged.txt <- sqoop/templates/postgres-export-staged.txt
sqoop/options/postgres-export-direct.txt <- sqoop/templates/postgres-export-direct.txt
[/#if]
sqoop/imported.yaml <- sqoop/templates/imported.yaml
sqoop/imported-direct.yaml <- sqoop/templates/imported-direct.yaml
[#if oracle.canHoldNames()]
sqoop/sql/oracle/00-privileges.sql
sqoop/sql/oracle/01-template.sql <- sqoop/templates/oracle-01-template.sql
sqoop/sql/oracle/02-copy.sql <- sqoop/templates/oracle-02-copy.sql
sqoop/sql/oracle/05-bytes.sql
sqoop/sql/oracle/09-drop.sql
sqoop/options/oracle-import.txt <- sqoop/templates/oracle-import.txt
sqoop/options/oracle-export.txt <- sqoop/templates/oracle-export.txt
[/#if]
[#-- Sqoop's tables are in PostgreSQL. --]
datasets/sql/fingerprint-[=table.name]-postgres.sql <- datasets/templates/fingerprint-postgres.sql
