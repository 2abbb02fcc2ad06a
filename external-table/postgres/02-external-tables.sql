-- Makes one external table over each part of ALL_CARD_TRANS in a folder of the database's host.
--
--   psql -v schema=card_load -v folder=/data/cards -v preprocessor= -f 02-external-tables.sql
--   psql -v schema=card_load -v folder=/data/cards \
--        -v preprocessor=/opt/loadpath/preprocessor/inflate-gzip.sh -f 02-external-tables.sql
--
-- schema        as in 01-server.sql
-- folder        its files part-* are the table, in any number
-- preprocessor  program that writes a file's text to stdout, called with the file's full path;
--               empty: the server reads the files itself
--
-- Each external table is called like its file, so an error's context ("COPY part-00003.tbl, line 17,
-- column purchase_dt") names file and line. The format is the study's: '|' between fields and after the
-- last one, which is why there is one column more than the table has, of a type without values; an empty
-- field is NULL; no quoting and no escapes (csv whose quote is a control character that text never holds).
--
-- 06-load.sql takes the files' places and the preprocessor from here, also where it does not read these
-- tables.
\set ON_ERROR_STOP on

SET search_path TO :"schema";
SET loadpath.server TO :'schema';
SET loadpath.folder TO :'folder';
SET loadpath.preprocessor TO :'preprocessor';

DO $$
DECLARE
  server text := current_setting('loadpath.server');
  folder text := current_setting('loadpath.folder');
  preprocessor text := current_setting('loadpath.preprocessor');
  file text;
  path text;
  source text;
  parts integer := 0;
BEGIN
  FOR file IN SELECT name FROM pg_ls_dir(folder) AS name WHERE name LIKE 'part-%' ORDER BY name LOOP
    path := folder || '/' || file;
    IF octet_length(file) > 48 THEN
      RAISE EXCEPTION 'the name of % is too long for a table', path
        USING HINT = 'Use names of at most 48 bytes: the table of its rows has 15 more in front.';
    END IF;
    PERFORM pg_read_binary_file(path, 0, 1);
    source := format('filename %L', path);
    IF preprocessor <> '' THEN
      -- the program runs under sh: '…' quotes everything but the quote itself
      source := format('program %L', (
        SELECT string_agg('''' || replace(word, '''', '''\''''') || '''', ' ' ORDER BY place)
        FROM unnest(ARRAY[preprocessor, path]) WITH ORDINALITY AS words (word, place)));
    END IF;
    EXECUTE format($table$
      CREATE FOREIGN TABLE %I (
        card_no varchar(20) NOT NULL,
        card_type varchar(20),
        mcc integer NOT NULL,
        purchase_amt integer NOT NULL,
        purchase_dt date NOT NULL,
        merchant_code integer NOT NULL,
        merchant_city varchar(40) NOT NULL,
        merchant_state varchar(3) NOT NULL,
        merchant_zip integer NOT NULL,
        after_last_delimiter nothing
      ) SERVER %I OPTIONS (%s, format 'csv', delimiter '|', null '', quote %L)
      $table$, file, server, source, E'\x01');
    parts := parts + 1;
  END LOOP;
  IF parts = 0 THEN
    RAISE EXCEPTION 'no file part-* in %', folder USING HINT = 'Name the folder of the data set.';
  END IF;
END
$$;
