-- Ends a load in one transaction: the staged tables become the table's content, in place of what it held. Prints the
-- rows read, accepted and rejected.
--
--   psql -At -v schema=card_load -v reject_limit=0 -f 07-attach.sql
--
-- schema        as in 01-server.sql
-- reject_limit  so many rejected rows are allowed in all files together
--
-- When a file is not staged, or more rows are rejected, the table stays as it is. The rejected rows, with file, line
-- and reason, are the bad file:
--
--   psql -q -v schema=card_load -c 'COPY card_load.rejected_rows TO STDOUT (FORMAT csv, HEADER)' >cards.bad
\set ON_ERROR_STOP on

\set staging :schema _staging

SET search_path TO :"schema";
SET client_min_messages TO warning;
SET loadpath.server TO :'schema';
SET loadpath.staging TO :'staging';
SET loadpath.reject_limit TO :'reject_limit';

DO $$
DECLARE
  reject_limit bigint := current_setting('loadpath.reject_limit');
  staging regnamespace := to_regnamespace(quote_ident(current_setting('loadpath.staging')));
  here regnamespace := current_schema();
  partitioned boolean := EXISTS (SELECT FROM pg_partitioned_table WHERE partrelid = 'all_card_trans'::regclass);
  missing text;
  rejected bigint;
  moved regclass;
  required name;
BEGIN
  IF staging IS NULL THEN
    RAISE EXCEPTION 'no load is staged' USING HINT = 'Run 05-staging.sql and 06-load.sql first.';
  END IF;
  SELECT string_agg(relname, ', ' ORDER BY relname) INTO missing
  FROM pg_foreign_table
  JOIN pg_foreign_server AS s ON s.oid = ftserver
  JOIN pg_class AS c ON c.oid = ftrelid
  WHERE srvname = current_setting('loadpath.server') AND relname NOT IN (SELECT file FROM load_files);
  IF missing IS NOT NULL THEN
    RAISE EXCEPTION 'not staged: %; the table is left as it was', missing;
  END IF;
  SELECT sum(rejected_rows) INTO rejected FROM load_files;
  IF rejected > reject_limit THEN
    RAISE EXCEPTION '% of % rows rejected, which is more than the reject limit of %; the table is left as it was',
      rejected, (SELECT sum(input_rows) FROM load_files), reject_limit
      USING DETAIL = (
        SELECT string_agg(format('%s, line %s, %s', file, line, reason), E'\n' ORDER BY file, line)
        FROM (SELECT * FROM rejected_rows ORDER BY file, line LIMIT 5) AS first_rows);
  END IF;

  LOCK TABLE all_card_trans IN ACCESS EXCLUSIVE MODE;
  FOR moved IN SELECT inhrelid FROM pg_inherits WHERE inhparent = 'all_card_trans'::regclass LOOP
    EXECUTE format('DROP TABLE %s', moved);
  END LOOP;
  IF NOT partitioned AND pg_relation_size('all_card_trans') > 0 THEN
    TRUNCATE ONLY all_card_trans;
  END IF;
  -- CREATE TABLE AS has looked for NULL itself: its NOT NULL holds for the rows to come
  FOR required IN
    SELECT conname FROM pg_constraint
    WHERE conrelid = 'all_card_trans'::regclass AND contype = 'n' AND NOT connoinherit AND EXISTS (
      SELECT FROM pg_constraint WHERE connamespace = staging AND contype = 'n' AND NOT convalidated)
  LOOP
    EXECUTE format('ALTER TABLE all_card_trans ALTER CONSTRAINT %I NO INHERIT', required);
  END LOOP;
  FOR moved IN SELECT oid FROM pg_class WHERE relnamespace = staging AND relkind IN ('r', 'p') ORDER BY oid LOOP
    EXECUTE format('ALTER TABLE %s SET SCHEMA %s', moved, here);
    IF NOT partitioned THEN
      EXECUTE format('ALTER TABLE %s INHERIT all_card_trans', moved);
    END IF;
  END LOOP;
  IF partitioned THEN
    ALTER TABLE all_card_trans_months DROP COLUMN IF EXISTS after_last_delimiter;
    ALTER TABLE all_card_trans ATTACH PARTITION all_card_trans_months DEFAULT;
  END IF;
  EXECUTE format('DROP SCHEMA %s', staging);
END
$$;

SELECT sum(input_rows), sum(accepted_rows), sum(rejected_rows) FROM load_files;
