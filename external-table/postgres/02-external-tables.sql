-- Makes one external table over each file part-* in a folder of the database's host, called like its file, with the
-- columns of a table and in its schema.
--
--   psql -v table=card_load.all_card_trans -v server=card_load -v folder=/data/cards -v preprocessor= \
--        -v children=false -f 02-external-tables.sql
--
-- table         the table to load, or the one that is all files together
-- server        as in 01-server.sql
-- folder        its files part-* are the data, in any number
-- preprocessor  program that writes a file's text to stdout, called with the file's full path, such as
--               /opt/loadpath/preprocessor/inflate-gzip.sh; empty: the server reads the files itself
-- children      true: they inherit from the table. A session reads one file, so a query over the table has as many
--               sessions at work as there are files, as far as the server lets it have parallel workers.
--
-- An error's context ("COPY part-00003.tbl, line 17, column purchase_dt") names file and line. A load takes the files'
-- places and the preprocessor from here, also where it does not read these tables.
\set ON_ERROR_STOP on

CALL loadpath.make_external_tables(:'table', :'server', :'folder', :'preprocessor', :'children');
