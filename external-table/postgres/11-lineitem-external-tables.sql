-- Makes LINEITEM as one external table over each of its parts in a folder of the database's host.
--
--   psql -v schema=q1 -v folder=/data/lineitem -f 11-lineitem-external-tables.sql
--
-- schema  as in 01-server.sql, which runs before
-- folder  its files part-* are the table, in any number
--
-- lineitem_files is all parts together: each file's table inherits from it. A session reads one file, so a query over
-- lineitem_files has as many sessions at work as there are files, as far as the server lets it have parallel workers.
-- The files have a '|' after the last field too, which is why each has one column more than the table.
\set ON_ERROR_STOP on

SET search_path TO :"schema";
SET loadpath.server TO :'schema';
SET loadpath.folder TO :'folder';

CREATE TABLE lineitem_files (
  l_orderkey bigint NOT NULL,
  l_partkey bigint NOT NULL,
  l_suppkey bigint NOT NULL,
  l_linenumber integer NOT NULL,
  l_quantity numeric(15, 2) NOT NULL,
  l_extendedprice numeric(15, 2) NOT NULL,
  l_discount numeric(15, 2) NOT NULL,
  l_tax numeric(15, 2) NOT NULL,
  l_returnflag varchar(1) NOT NULL,
  l_linestatus varchar(1) NOT NULL,
  l_shipdate date NOT NULL,
  l_commitdate date NOT NULL,
  l_receiptdate date NOT NULL,
  l_shipinstruct varchar(25) NOT NULL,
  l_shipmode varchar(10) NOT NULL,
  l_comment varchar(44) NOT NULL
);

DO $$
DECLARE
  server text := current_setting('loadpath.server');
  folder text := current_setting('loadpath.folder');
  file text;
  parts integer := 0;
BEGIN
  FOR file IN SELECT name FROM pg_ls_dir(folder) AS name WHERE name LIKE 'part-%' ORDER BY name LOOP
    PERFORM pg_read_binary_file(folder || '/' || file, 0, 1);
    EXECUTE format(
      'CREATE FOREIGN TABLE %I (after_last_delimiter text) INHERITS (lineitem_files)'
      ' SERVER %I OPTIONS (filename %L, format ''csv'', delimiter ''|'', quote %L)',
      file, server, folder || '/' || file, E'\x01');
    parts := parts + 1;
  END LOOP;
  IF parts = 0 THEN
    RAISE EXCEPTION 'no file part-* in %', folder USING HINT = 'Name the folder of the data set.';
  END IF;
END
$$;
