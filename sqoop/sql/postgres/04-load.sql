-- Loads one file from the server's disk into the table of 02-lines.sql, as a source for `sqoop import`.
--
--   psql -v table=all_card_trans_lines -v file=/data/part-00000.tbl -f ../../../postgres/tables/all-card-trans-format.sql \
--        -f 04-load.sql
--
-- Needs a superuser or membership of pg_read_server_files; otherwise use psql's \copy with the same options.
-- format, date_order  the form of the file, from ../../../postgres/tables/…-format.sql
\set ON_ERROR_STOP on

SET datestyle TO ISO, :date_order;

COPY :table FROM :'file' WITH (:format);
