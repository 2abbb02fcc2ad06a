-- Adds a column to ALL_CARD_TRANS, so that it takes the files' lines unchanged, as `sqoop export --direct` sends them.
--
--   psql -v table=all_card_trans_lines -v partition_by= -f ../../../postgres/tables/all-card-trans.sql -f 02-lines.sql
--
-- The files have a delimiter after the last field, too, so a line has one more, empty field. Sqoop gives COPY no list of
-- columns. The column for the field holds NULL; a row without another NULL gets 8 bytes longer. After the load,
-- ALTER TABLE … DROP COLUMN after_last_delimiter removes the column at once, without a pass over the rows;
-- 03-view.sql hides it.
\set ON_ERROR_STOP on

ALTER TABLE :table ADD COLUMN after_last_delimiter text;
