-- Loads one file from the server's disk into the table of 02-lines.sql, so that `sqoop import` has something to read.
--
--   psql -v table=all_card_trans_lines -v file=/data/part-00000.tbl -f ../../../postgres/tables/all-card-trans-format.sql \
--        -f 04-load.sql
--
-- Needs a superuser or membership of pg_read_server_files; without, use psql's \copy with the same options.
-- format, date_order  how the file is written, as ../../../postgres/tables/…-format.sql says
\set ON_ERROR_STOP on

SET datestyle TO ISO, :date_order;

COPY :table FROM :'file' WITH (:format);
