-- A load whose tables become children of the target. Part of functions.sql.

-- Before any row is loaded, refuses a target to which tables cannot be attached without a loss.
CREATE OR REPLACE PROCEDURE :functions.require_attachable(target regclass, way text)
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  heap boolean := (SELECT relkind = 'r' FROM pg_class WHERE oid = target);
  children regclass[] := ARRAY(
    SELECT family(inhrelid) FROM pg_inherits WHERE inhparent = target AND ours(inhrelid));
BEGIN
  IF NOT heap AND way = 'create-table-as' THEN
    RAISE EXCEPTION 'CREATE TABLE AS makes no partitions' USING HINT = 'Load the partitioned table by copy or insert.';
  END IF;
  PERFORM refuse(target, 'loaded by attaching tables', ARRAY(
    SELECT 'it is a partition itself' FROM pg_class WHERE oid = target AND relispartition
    UNION ALL
    SELECT format('constraint %I of %s would not hold for attached tables', conname, conrelid::regclass)
    FROM pg_constraint
    WHERE heap AND (conrelid = target OR confrelid = target) AND contype IN ('p', 'u', 'x', 'f')
    UNION ALL
    SELECT format('unique index %s would not hold for attached tables', indexrelid::regclass)
    FROM pg_index
    WHERE heap AND indrelid = target AND indisunique
      AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
    UNION ALL
    SELECT format('trigger %I would not fire for attached rows', tgname) FROM pg_trigger
    WHERE tgrelid = target AND NOT tgisinternal
    UNION ALL
    SELECT format('column %I is generated, which CREATE TABLE AS cannot make', attname) FROM pg_attribute
    WHERE attrelid = target AND attgenerated <> '' AND NOT attisdropped AND way = 'create-table-as'
    UNION ALL
    SELECT format('partition %s was not made by Loadpath', inhrelid::regclass) FROM pg_inherits
    WHERE NOT heap AND inhparent = target AND NOT ours(inhrelid)
    UNION ALL
    SELECT 'it needs a DEFAULT partition made by Loadpath, for the structure'
    WHERE NOT heap AND cardinality(children) = 0
    UNION ALL
    SELECT format('%s was not made by Loadpath, but its parent was', id) FROM unnest(children) AS id
    WHERE NOT ours(id)
    UNION ALL
    SELECT format('publication %I would not publish attached rows', pubname) FROM publications(target)
    UNION ALL
    SELECT format('%s would be lost', loss) FROM unnest(children) AS id, losses(id) AS loss
  ), 'Remove these, or let copy-load-postgres load the table.');
END
$$;

-- Makes a table that can be attached to a target.
CREATE OR REPLACE PROCEDURE :functions.make_child(
  target regclass, made text, for_copy boolean, logging text, partition_by text)
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  CALL create_table(
    made,
    format(
      '(%s LIKE %s INCLUDING CONSTRAINTS INCLUDING GENERATED %s)',
      CASE WHEN for_copy THEN column_for_copy() || ',' ELSE '' END, target, like_columns()),
    partition_by, logging);
END
$$;

-- Begins a load whose tables are attached to a target: to a heap as children that inherit from it, one for each file;
-- to a partitioned table as its DEFAULT partition, with the same partitions in it. The target itself stays empty.
--
-- way               copy, insert or create-table-as: the statement that loads a file
-- logging           full: the rows survive a crash of the server; unlogged: nothing is logged, and a crash empties the tables
-- delimiter_at_end  whether the files' rows end with a delimiter
CREATE OR REPLACE PROCEDURE :functions.stage_attach(
  target regclass, way text, logging text, delimiter_at_end boolean DEFAULT true)
LANGUAGE plpgsql SET search_path FROM CURRENT SET client_min_messages TO warning AS $$
DECLARE
  root regclass;
  made record;
BEGIN
  IF logging NOT IN ('full', 'unlogged') THEN
    RAISE EXCEPTION 'logging is %, but must be full or unlogged', logging;
  END IF;
  CALL require_attachable(target, way);
  IF NOT begin_load(target, format('attach, %s, %s logging%s', way, logging,
    CASE WHEN NOT delimiter_at_end THEN ', without a delimiter at the end' END), true) THEN
    RETURN;
  END IF;
  SELECT inhrelid INTO root FROM pg_inherits JOIN pg_partitioned_table ON partrelid = inhparent WHERE inhparent = target;
  IF root IS NOT NULL THEN
    FOR made IN
      SELECT c.relname, staging(target, md5(c.relname)) AS name, staging(target, md5(p.relname)) AS parent,
        pg_get_expr(c.relpartbound, relid) AS bound,
        coalesce('PARTITION BY ' || pg_get_partkeydef(relid), '') AS partition_by, level
      FROM pg_partition_tree(root) JOIN pg_class AS c ON c.oid = relid JOIN pg_class AS p ON p.oid = parentrelid
      ORDER BY level, c.relname
    LOOP
      IF made.level = 0 THEN
        CALL make_child(target, made.name, way = 'copy' AND delimiter_at_end, logging, made.partition_by);
      ELSE
        CALL create_table(
          made.name, format('PARTITION OF %s %s', made.parent, made.bound), made.partition_by, logging);
      END IF;
      CALL mark(made.name, 'staged as ' || made.relname);
    END LOOP;
  END IF;
END
$$;

-- Loads one file, which an external table names, into the staging of stage_attach, in one transaction. Each file needs
-- its own session. A file that is staged already is skipped. All ways read it through the same preprocessor. copy is the
-- cheapest, because it stores many rows at a time; create-table-as and insert select from the external table.
--
-- The statement stops at the first row that it cannot take. Only then, the file is read again line by line: good rows are
-- loaded, the others kept, and attach decides whether they are too many. This cannot be done for a file with quotes or
-- escapes, with the characters 0 to 3 or 127, or with a carriage return at the end of some lines only: its load fails.
-- A partition keeps the space of the rows that the statement had stored.
-- date_order is MDY or DMY, the order of dates with slashes or points.
CREATE OR REPLACE PROCEDURE :functions.load_file(
  target regclass, file_name text, way text, logging text, date_order text DEFAULT 'MDY')
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  external regclass := external_table(target, file_name);
  files text := staging(target, 'files');
  loaded_before boolean;
  home oid;
  child text;
  into_table text;
  partitioned boolean;
  accepted bigint;
  refused bigint := 0;
BEGIN
  PERFORM join_load(target, date_order);
  EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE file = $1)', files) INTO loaded_before USING file_name;
  IF loaded_before THEN
    RAISE NOTICE '% is staged already', file_name;
    RETURN;
  END IF;
  CALL require_no_end_mark(external);
  SELECT id INTO into_table FROM staged_children(target) JOIN pg_class ON oid = id
  WHERE relkind = 'p' AND NOT relispartition;
  partitioned := into_table IS NOT NULL;
  IF NOT partitioned THEN
    SELECT relname || '_' || file_name, relnamespace INTO child, home FROM pg_class WHERE oid = target;
    into_table := staging(target, md5(child));
    IF EXISTS (
      SELECT FROM pg_class AS c WHERE relnamespace = home AND relname = child
        AND NOT (ours(oid) AND EXISTS (SELECT FROM pg_inherits WHERE inhrelid = c.oid AND inhparent = target)))
    THEN
      RAISE EXCEPTION 'the table % of schema % blocks the load: no load of % made it', child, home::regnamespace, target
        USING HINT = 'Rename it.';
    END IF;
  END IF;

  BEGIN
    IF NOT partitioned AND way <> 'create-table-as' THEN
      CALL make_child(target, into_table, way = 'copy' AND has_delimiter_at_end(external), logging, '');
    END IF;
    EXECUTE load_statement(target, external, way, logging, into_table, true);
    GET DIAGNOSTICS accepted = ROW_COUNT;
    IF way = 'create-table-as' THEN
      CALL declare_columns(target, into_table);
    END IF;
  EXCEPTION
    WHEN data_exception OR integrity_constraint_violation THEN
      IF coalesce(option_of(external, 'quote'), '') NOT IN (E'\x01', E'\x7f') THEN
        RAISE; -- a line may be a part of a row
      END IF;
      RAISE NOTICE '% is read line by line, because of: %', file_name, SQLERRM;
      IF NOT partitioned THEN
        CALL make_child(target, into_table, false, logging, '');
      END IF;
      SELECT l.accepted, l.refused INTO accepted, refused FROM load_line_by_line(target, external, into_table) AS l;
  END;
  IF NOT partitioned THEN
    CALL mark(into_table, 'staged as ' || child);
  END IF;
  EXECUTE format('INSERT INTO %s VALUES ($1, $2, $3, $4)', files) USING file_name, accepted + refused, accepted, refused;
END
$$;

-- Gives the table of CREATE TABLE AS what its parent will require. Its rows have been checked for NULL. Where NOT NULL is
-- a constraint (PostgreSQL 18), it can be declared for later rows; before that, it is one more pass over the rows.
CREATE OR REPLACE PROCEDURE :functions.declare_columns(target regclass, made text)
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  EXECUTE coalesce((
    SELECT format('ALTER TABLE %s ', made) || string_agg(clause, ', ')
    FROM (
      SELECT CASE
        WHEN EXISTS (SELECT FROM pg_constraint WHERE conrelid = target AND contype = 'n')
        THEN format('ADD NOT NULL %I NOT VALID', name)
        ELSE format('ALTER %I SET NOT NULL', name) END
      FROM columns_of(target) WHERE required
      UNION ALL
      SELECT format('ADD CONSTRAINT %I %s', conname, pg_get_constraintdef(oid)) FROM pg_constraint
      WHERE conrelid = target AND contype = 'c' AND NOT connoinherit
    ) AS clauses (clause)), '');
END
$$;

-- Ends a load in one transaction: the staged tables replace the tables of earlier loads and the target's own rows.
-- Children that a user made stay. Returns the rows read, accepted and rejected. The target stays unchanged if a file is
-- not staged, if all files together have more rejected rows than the reject limit, or if the target was altered since
-- the load began.
-- A transaction with an older snapshot (REPEATABLE READ) that has not read the target before then sees no rows in it:
-- the old tables are dropped, and the new ones are too new for it.
CREATE OR REPLACE FUNCTION :functions.attach(target regclass, file_names text[], reject_limit bigint)
RETURNS TABLE (input numeric, accepted numeric, refused numeric)
LANGUAGE plpgsql SET search_path FROM CURRENT SET client_min_messages TO warning AS $$
DECLARE
  partitioned boolean := (SELECT relkind = 'p' FROM pg_class WHERE oid = target);
  missing text;
  others text;
  first_rows text;
  moved regclass;
  final_name text;
  required name;
BEGIN
  CALL require_load(target, true);
  CALL lock_tables(ARRAY[target], 'ACCESS EXCLUSIVE');
  CALL require_attachable(target, '');
  CALL require_unaltered(target, true);
  EXECUTE format(
    'SELECT string_agg(f, '', '' ORDER BY f) FROM unnest($1) AS f WHERE f NOT IN (SELECT file FROM %s)',
    staging(target, 'files'))
  INTO missing USING file_names;
  IF missing IS NOT NULL THEN
    RAISE EXCEPTION 'not staged: %; the table is left unchanged', missing;
  END IF;
  -- a session of a killed load may have joined this one
  EXECUTE format('SELECT string_agg(file, '', '' ORDER BY file) FROM %s WHERE file <> ALL ($1)', staging(target, 'files'))
  INTO others USING file_names;
  IF others IS NOT NULL THEN
    RAISE EXCEPTION 'staged, but not of this load: %; the table is left unchanged', others
      USING HINT = 'Run the load again.';
  END IF;
  EXECUTE format('SELECT sum(input_rows), sum(accepted_rows), sum(rejected_rows) FROM %s', staging(target, 'files'))
  INTO input, accepted, refused;
  IF refused > reject_limit THEN
    SELECT string_agg(format('%s, line %s, %s', file, line, reason), E'\n' ORDER BY file, line) INTO first_rows
    FROM (SELECT * FROM rejected(target) ORDER BY file, line LIMIT 5) AS r;
    RAISE EXCEPTION '% of % rows rejected, which is more than the reject limit of %; the table is left unchanged',
      refused, input, reject_limit USING DETAIL = first_rows;
  END IF;

  FOR moved IN SELECT inhrelid FROM pg_inherits WHERE inhparent = target AND ours(inhrelid) LOOP
    EXECUTE format('DROP TABLE %s', moved);
  END LOOP;
  IF NOT partitioned AND pg_relation_size(target) > 0 THEN
    EXECUTE format('TRUNCATE ONLY %s', target);
  END IF;
  -- CREATE TABLE AS has checked its rows for NULL: the NOT NULL holds for later rows
  FOR required IN
    SELECT conname FROM pg_constraint
    WHERE conrelid = target AND contype = 'n' AND NOT connoinherit AND EXISTS (
      SELECT FROM pg_constraint JOIN staged_children(target) ON id = conrelid WHERE contype = 'n' AND NOT convalidated)
  LOOP
    EXECUTE format('ALTER TABLE %s ALTER CONSTRAINT %I NO INHERIT', target, required);
  END LOOP;
  FOR moved, final_name IN SELECT id, name FROM staged_children(target) LOOP
    EXECUTE format('ALTER TABLE %s RENAME TO %I', moved, final_name);
    CALL mark(moved::text);
    IF NOT partitioned THEN
      EXECUTE format('ALTER TABLE %s INHERIT %s', moved, target);
    ELSIF NOT (SELECT relispartition FROM pg_class WHERE oid = moved) THEN
      EXECUTE format('ALTER TABLE %s DROP COLUMN IF EXISTS after_last_delimiter', moved);
      EXECUTE format('ALTER TABLE %s ATTACH PARTITION %s DEFAULT', target, moved);
    END IF;
  END LOOP;
  RETURN NEXT;
END
$$;
