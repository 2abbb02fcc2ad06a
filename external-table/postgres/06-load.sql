-- Loads one file into the staging of 05-staging.sql, in one transaction. The degree of parallelism is the number of
-- sessions that do it at the same time, one file each:
--
--   for file in part-00000.tbl part-00001.tbl; do
--     psql -v schema=card_load -v way=copy -v logging=full -v file="$file" -f 06-load.sql &
--   done
--   wait
--
-- schema, way, logging  as in 05-staging.sql
-- file                  name of the file, which is that of its external table
--
-- way is one of three statements, which read the same file through the same preprocessor: copy (COPY FROM, or COPY FROM
-- PROGRAM) is the cheapest, since it stores many rows at a time; create-table-as and insert select from the external
-- table.
--
-- The statement stops at the first row that it cannot take. Then, and only then, the file is read again line by line:
-- the good rows are loaded and the others kept in rejected_rows. 07-attach.sql decides whether they are too many. A
-- file with the characters 0, 1 or 2, or with a carriage return at the end of some lines only, cannot be read that way:
-- the load fails. A partition keeps the space of what the statement had stored until then.
-- A file that is staged already is passed over, so a load that was interrupted can go on.
--
-- input_rows is what the statement read, accepted_rows what the server counted as stored (track_counts must be on).
\set ON_ERROR_STOP on

\set staging :schema _staging

SET search_path TO :"schema";
-- the files write dates as mm/dd/yyyy; ISO dates are read all the same
SET datestyle TO 'ISO, MDY';
SET loadpath.staging TO :'staging';
SET loadpath.way TO :'way';
SET loadpath.logging TO :'logging';
SET loadpath.file TO :'file';

DO $$
DECLARE
  way text := current_setting('loadpath.way');
  loaded text := current_setting('loadpath.file');
  unlogged text := CASE current_setting('loadpath.logging') WHEN 'unlogged' THEN 'UNLOGGED' ELSE '' END;
  months text := format('%I.all_card_trans_months', current_setting('loadpath.staging'));
  partitioned boolean := to_regclass(months) IS NOT NULL;
  target text := CASE WHEN partitioned THEN months
    ELSE format('%I.%I', current_setting('loadpath.staging'), 'all_card_trans_' || loaded) END;
  input bigint;
  accepted bigint;
  rejected bigint;
BEGIN
  IF EXISTS (SELECT FROM load_files WHERE file = loaded) THEN
    RAISE NOTICE '% is staged already', loaded;
    RETURN;
  END IF;

  BEGIN
    IF NOT partitioned AND way = 'copy' THEN
      EXECUTE format('CREATE %s TABLE %s (%s, LIKE all_card_trans)', unlogged, target, column_for_copy());
    ELSIF NOT partitioned AND way = 'insert' THEN
      EXECUTE format('CREATE %s TABLE %s (LIKE all_card_trans)', unlogged, target);
    END IF;
    EXECUTE load_statement(way, loaded, target, unlogged, true);
    GET DIAGNOSTICS input = ROW_COUNT;
    IF way = 'create-table-as' THEN
      EXECUTE (
        SELECT format('ALTER TABLE %s ', target) || string_agg(format('ADD NOT NULL %I NOT VALID', name), ', ')
        FROM columns_of('all_card_trans')
        WHERE required);
    END IF;
  EXCEPTION
    WHEN data_exception OR integrity_constraint_violation THEN
      RAISE NOTICE '% is read line by line, since %', loaded, SQLERRM;
      IF NOT partitioned THEN
        EXECUTE format('CREATE %s TABLE %s (LIKE all_card_trans)', unlogged, target);
      END IF;
      input := load_line_by_line(loaded, target);
  END;

  -- pg_partition_tree knows of no heap
  SELECT pg_stat_get_xact_tuples_inserted(target::regclass) + coalesce(sum(pg_stat_get_xact_tuples_inserted(relid)), 0)
  INTO accepted
  FROM pg_partition_tree(target::regclass);
  SELECT count(*) INTO rejected FROM rejected_rows WHERE file = loaded;
  INSERT INTO load_files (file, input_rows, accepted_rows, rejected_rows) VALUES (loaded, input, accepted, rejected);
END
$$;
