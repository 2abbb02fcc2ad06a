-- Makes one external table over each file part-* in a folder on the database's host. It is named like its file, has the
-- columns of a table, and is in that table's schema.
--
--   psql -v functions=loadpath -v table=all_card_trans -v server=card_files -v folder=/data/cards -v preprocessor= \
--        -v children=false -f ../../postgres/tables/all-card-trans-format.sql -f 02-external-tables.sql
--
-- table         the table to load, or the table over all files together
-- functions, server
--               as in 01-server.sql
-- folder        the folder with the data files, part-*
-- format, delimiter_at_end
--               how the files are written, as ../../postgres/tables/…-format.sql says
-- preprocessor  program that writes a file's text to stdout, called with the file's full path, such as
--               /opt/loadpath/preprocessor/inflate-gzip.sh; empty: the server reads the files itself
-- children      true: they inherit from the table. A query over the table then has one process per file, if the server
--               grants so many parallel workers.
--
-- An error's context ("COPY part-00003.tbl, line 17, column day") names file and line. A load takes the files' names and
-- the preprocessor from these tables, even if it does not read them.
\set ON_ERROR_STOP on

CALL :functions.make_external_tables(
  :'table', :'server', :'folder', :'preprocessor', :'children', :'format', :delimiter_at_end);
