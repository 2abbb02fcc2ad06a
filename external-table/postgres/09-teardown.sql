-- Removes the table with what loads made of it, the foreign server with its external tables, and the staging. Safe to run
-- twice, and at any point of a load: it ends the load's sessions. If another object depends on one of these, all stays,
-- and an error names the object.
--
--   psql -v functions=loadpath -v table=all_card_trans -v server=card_files -f 09-teardown.sql
--
-- functions, table, server  as in 01-server.sql
--
-- The extension file_fdw goes, too, if 01-server.sql made it and nothing else uses it. The functions stay: DROP SCHEMA
-- loadpath CASCADE removes them.
\set ON_ERROR_STOP on

CALL :functions.drop_relation(:'table', :'server');
