-- Removes what 01-table.sql, 02-lines.sql and 03-view.sql made. Safe to run twice.
--
--   psql -v table=all_card_trans -v lines=all_card_trans_lines -f 09-drop.sql
\set ON_ERROR_STOP on

DROP TABLE IF EXISTS :"lines" CASCADE;
DROP TABLE IF EXISTS :"table";
