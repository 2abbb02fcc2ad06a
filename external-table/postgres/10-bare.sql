-- Loads one file by the bare statement of a way, straight into the table: what a load would cost that promises nothing.
-- For comparison only.
--
--   psql -v schema=card_load -v way=copy -v logging=full -v file=part-00000.tbl -f 10-bare.sql
--
-- schema, way, logging, file  as in 06-load.sql
--
-- COPY needs a column for what follows the last delimiter, partitions must be there, and CREATE TABLE AS makes a table
-- for itself: see the setup of the path external-table-postgres.
\set ON_ERROR_STOP on

SET search_path TO :"schema";
SET datestyle TO 'ISO, MDY';
SET loadpath.way TO :'way';
SET loadpath.logging TO :'logging';
SET loadpath.file TO :'file';

DO $$
DECLARE
  way text := current_setting('loadpath.way');
  file text := current_setting('loadpath.file');
BEGIN
  EXECUTE load_statement(
    way, file,
    CASE way WHEN 'create-table-as' THEN format('%I', 'all_card_trans_' || file) ELSE 'all_card_trans' END,
    CASE current_setting('loadpath.logging') WHEN 'unlogged' THEN 'UNLOGGED' ELSE '' END,
    false);
END
$$;
