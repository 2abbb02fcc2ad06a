-- Loads one file from the server's disk into the table of 02-lines.sql, so that `sqoop import` has something to read.
--
--   psql -v table=all_card_trans_lines -v file=/data/part-00000.tbl -f 04-load.sql
--
-- Needs a superuser or membership of pg_read_server_files; without, use psql's \copy with the same options.
-- The quote is a character that text does not hold, because the files have no quoting.
\set ON_ERROR_STOP on

SET datestyle TO 'ISO, MDY';

COPY :table FROM :'file' WITH (FORMAT csv, DELIMITER '|', NULL '', QUOTE E'\x7f');
