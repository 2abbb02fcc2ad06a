-- Makes the table of ALL_CARD_TRANS take the lines of the files as they are, which is what `sqoop export --direct` sends.
--
--   psql -v table=all_card_trans_lines -v partition_by= -f ../../../postgres/tables/all-card-trans.sql -f 02-lines.sql
--
-- The files have a '|' after the last field too, so a line has one more, empty field, and Sqoop gives COPY no list of
-- columns. The column for it holds NULL, for which a row without another NULL is 8 bytes longer (9 % here). When all is
-- loaded, ALTER TABLE … DROP COLUMN after_last_delimiter removes the column at once, without a pass over the rows;
-- 03-view.sql hides it.
\set ON_ERROR_STOP on

ALTER TABLE :table ADD COLUMN after_last_delimiter text;
