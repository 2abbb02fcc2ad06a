[#if format.delimiterAfterLast]
-- Adds a column to [=title], so that it takes the files' lines unchanged, as `sqoop export --direct` sends them.
--
--   psql -v table=[=table.sqlName]_lines -v partition_by= -f ../../../postgres/tables/[=table.name].sql -f 02-lines.sql
--
-- The files have a delimiter after the last field, too, so a line has one more, empty field. Sqoop gives COPY no list of
-- columns. The column for the field holds NULL; a row without another NULL gets 8 bytes longer. After the load,
-- ALTER TABLE … DROP COLUMN after_last_delimiter removes the column at once, without a pass over the rows;
-- 03-view.sql hides it.
\set ON_ERROR_STOP on

ALTER TABLE :table ADD COLUMN after_last_delimiter text;
[#else]
-- Adds nothing to [=title]: the files have no delimiter after the last field, so the table takes their lines unchanged, as
-- `sqoop export --direct` sends them.
--
--   psql -v table=[=table.sqlName]_lines -v partition_by= -f ../../../postgres/tables/[=table.name].sql -f 02-lines.sql
\set ON_ERROR_STOP on
[/#if]
