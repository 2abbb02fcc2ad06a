-- A load whose rows become the table's rows. Part of functions.sql.

-- Refuses a table whose rows cannot be replaced without harm.
CREATE OR REPLACE PROCEDURE :functions.require_replaceable(target regclass)
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse(target, 'replaced', ARRAY(
    SELECT format('rule %I changes what INSERT or DELETE does', rulename) FROM pg_rewrite
    WHERE ev_class = target AND rulename <> '_RETURN'
    UNION ALL
    -- also to those of one partition
    SELECT format('foreign key %I of %s refers to its rows', conname, conrelid::regclass) FROM pg_constraint AS k
    WHERE contype = 'f' AND confrelid IN (SELECT family(target)) AND conrelid NOT IN (SELECT family(target))
      AND NOT EXISTS (
        SELECT FROM pg_constraint AS p WHERE p.oid = k.conparentid AND p.confrelid IN (SELECT family(target)))
    UNION ALL
    SELECT format('%s inherits from it', inhrelid::regclass) FROM pg_inherits JOIN pg_class ON oid = inhparent
    WHERE inhparent = target AND relkind = 'r'
    UNION ALL
    SELECT format('publication %I publishes deletes, but the table has no replica identity', pubname)
    FROM publications(target) JOIN pg_class AS c ON c.oid = target
    WHERE pubdelete AND relreplident <> 'f' AND pg_get_replica_identity_index(target) IS NULL
    UNION ALL
    SELECT 'row-level security hides rows from ' || current_user WHERE row_security_active(target)
  ), 'Load an empty table.');
END
$$;

-- Begins a load that replaces a table's rows. The sessions fill the table that join_load names: these columns of the target
-- (all that are not generated, unless named), and after_last_delimiter if the rows come to the server as text with a
-- delimiter at their end.
CREATE OR REPLACE PROCEDURE :functions.stage_replace(
  target regclass, columns text[] DEFAULT NULL, delimiter_at_end boolean DEFAULT true)
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  loaded text := staging(target, 'loaded');
  unwanted text;
BEGIN
  CALL require_replaceable(target);
  IF NOT begin_load(target, concat(
    'replace ', columns::text, CASE WHEN NOT delimiter_at_end THEN 'without a delimiter at the end' END), false) THEN
    RETURN;
  END IF;
  CALL create_table(loaded, format('(LIKE %s %s)', target, like_columns()), '', staging_logging(target));
  SELECT string_agg(format('DROP %I', attname), ', ') INTO unwanted
  FROM pg_attribute
  WHERE attrelid = target AND attnum > 0 AND NOT attisdropped
    AND (attgenerated <> '' OR attname <> ALL (columns));
  IF unwanted IS NOT NULL THEN
    EXECUTE format('ALTER TABLE %s %s', loaded, unwanted);
  END IF;
  IF delimiter_at_end THEN
    EXECUTE format('ALTER TABLE %s ADD %s', loaded, column_for_copy());
  END IF;
END
$$;

-- Notes that this session has loaded a file, in the transaction of its COPY.
CREATE OR REPLACE PROCEDURE :functions.file_loaded(target regclass, file text, row_count bigint)
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  CALL require_load(target);
  EXECUTE format('INSERT INTO %s VALUES ($1, $2, $2, 0)', staging(target, 'files')) USING file, row_count;
END
$$;

-- Returns why the staged table cannot replace the target without a loss; NULL if it can.
CREATE OR REPLACE FUNCTION :functions.no_swap_because(target regclass, loaded regclass) RETURNS text
LANGUAGE sql VOLATILE SET search_path FROM CURRENT AS $$
  SELECT string_agg(reason, ', ' ORDER BY reason)
  FROM (
    SELECT loss AS reason FROM losses(target) AS loss
    UNION ALL
    SELECT format('constraint %I', conname) FROM pg_constraint
    WHERE conrelid = target AND contype = 'n' AND (connoinherit OR NOT convalidated)
    UNION ALL
    SELECT format('the changes that the replication slot %I reads', slot) FROM slots() AS slot
    UNION ALL
    SELECT 'it is partitioned' FROM pg_class WHERE oid = target AND relkind = 'p'
    UNION ALL
    SELECT 'it is a part of ' || inhparent::regclass FROM pg_inherits WHERE inhrelid = target
    UNION ALL
    SELECT 'its columns, its logging or its privileges would differ'
    FROM pg_class AS a, pg_class AS b
    WHERE a.oid = target AND b.oid = loaded AND (
      (a.relpersistence, a.reltablespace, a.relam) <> (b.relpersistence, b.reltablespace, b.relam)
      OR a.relacl IS DISTINCT FROM b.relacl
      OR (SELECT array_agg(name ORDER BY place) FROM columns_of(target))
        IS DISTINCT FROM (SELECT array_agg(name ORDER BY place) FROM columns_of(loaded)))
    UNION ALL
    SELECT format('the session with pid %s may still read the old rows', pid)
    FROM pg_stat_activity
    WHERE datname = current_database() AND backend_xmin IS NOT NULL AND pid <> pg_backend_pid()
      AND (backend_type = 'client backend') IS NOT FALSE -- NULL where this role may not see it
  ) AS reasons
$$;

-- Ends a load in one transaction: the staged rows replace the table's rows. file_count and row_count are the numbers that
-- the client has sent.
--
-- A swap of tables takes no time. It needs two conditions: the catalog shows no loss, and no session has a snapshot from
-- before the last file was staged, because a new table lacks rows for it. One look at the sessions is enough: a later
-- snapshot is newer than every staged row, and sees them all. Otherwise, DELETE and INSERT keep the table and all that
-- belongs to it; older snapshots see the old rows, and triggers fire.
-- A target that was altered since the load began is an error: the rows were staged for its old columns.
-- path is the search_path in which triggers fire: the caller's.
CREATE OR REPLACE PROCEDURE :functions.replace(
  target regclass, file_count bigint, row_count bigint, path text DEFAULT current_setting('search_path'))
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  loaded regclass := to_regclass(staging(target, 'loaded'));
  target_name text := target;
  name text := (SELECT relname FROM pg_class WHERE oid = target);
  mark text := obj_description(target, 'pg_class');
  no_swap text;
  names text;
  delete_rows text;
  insert_rows text;
  functions_path text := current_setting('search_path');
  files bigint;
  rows bigint;
BEGIN
  CALL require_load(target, true);
  EXECUTE format('SELECT count(*), coalesce(sum(accepted_rows), 0) FROM %s', staging(target, 'files')) INTO files, rows;
  IF (files, rows) IS DISTINCT FROM (file_count, row_count) THEN
    RAISE EXCEPTION '% rows of % files are staged, not % rows of % files; % is left unchanged',
      rows, files, row_count, file_count, target USING HINT = 'Run the load again.';
  END IF;

  PERFORM pg_stat_clear_snapshot();
  no_swap := no_swap_because(target, loaded);
  IF no_swap IS NULL THEN
    CALL lock_tables(ARRAY[target], 'ACCESS EXCLUSIVE');
    no_swap := no_swap_because(target, loaded); -- the catalog may have changed; the sessions need no second look
  ELSE
    CALL lock_tables(ARRAY[target], 'EXCLUSIVE'); -- readers go on
  END IF;

  CALL require_replaceable(target); -- after the lock: a session that had the table may have made a foreign key to it
  CALL require_unaltered(target, false);

  IF no_swap IS NULL THEN
    IF has_delimiter_at_end(loaded) THEN
      EXECUTE format('ALTER TABLE %s DROP COLUMN after_last_delimiter', loaded);
    END IF;
    EXECUTE format('DROP TABLE %s', target);
    EXECUTE format('ALTER TABLE %s RENAME TO %I', loaded, name);
    EXECUTE format('COMMENT ON TABLE %s IS %L', loaded, mark); -- NULL removes the mark of the staging
    RAISE NOTICE '% rows became % by a swap of tables', row_count, target_name;
  ELSE
    SELECT string_agg(quote_ident(c.name), ', ' ORDER BY place) INTO names FROM columns_of(loaded) AS c;
    delete_rows := 'DELETE FROM ' || full_name(target);
    insert_rows := format(
      'INSERT INTO %s (%s) OVERRIDING SYSTEM VALUE SELECT %2$s FROM %s', full_name(target), names, full_name(loaded));
    PERFORM set_config('search_path', path, true);
    EXECUTE delete_rows;
    PERFORM pg_catalog.set_config('search_path', functions_path, true);
    EXECUTE format('SELECT count(*) FROM %s', target) INTO rows;
    IF rows > 0 THEN
      RAISE EXCEPTION '% rows of % were not deleted; it is left unchanged', rows, target
        USING HINT = 'A trigger of the table keeps rows.';
    END IF;
    PERFORM set_config('search_path', path, true);
    EXECUTE insert_rows;
    GET DIAGNOSTICS rows = ROW_COUNT;
    PERFORM pg_catalog.set_config('search_path', functions_path, true);
    IF rows <> row_count THEN
      RAISE EXCEPTION '% of % staged rows were inserted; % is left unchanged', rows, row_count, target
        USING HINT = 'A trigger of the table drops rows.';
    END IF;
    RAISE NOTICE '% rows became % by DELETE and INSERT, because a swap of tables would lose: %',
      row_count, target_name, no_swap;
  END IF;
  CALL drop_staging(target);
END
$$;
