-- The parts of every load: the lock on its target, the staging, and the reasons to refuse a target. Part of functions.sql.

-- The advisory lock's key of a target: its oid, as the integer with the same bits.
CREATE OR REPLACE FUNCTION :functions.lock_key(target oid) RETURNS integer
LANGUAGE sql IMMUTABLE SET search_path FROM CURRENT AS $$
  SELECT target::bigint::bit(32)::integer
$$;

-- The sessions of the load of a target: kind 1819238756 is the leading one, 1885434484 are those that load a file.
CREATE OR REPLACE FUNCTION :functions.sessions(
  target oid, VARIADIC kinds bigint[] DEFAULT '{1819238756, 1885434484}') RETURNS SETOF integer
LANGUAGE sql VOLATILE SET search_path FROM CURRENT AS $$
  SELECT l.pid
  FROM pg_locks AS l
  JOIN pg_database AS d ON d.oid = l.database
  WHERE l.locktype = 'advisory' AND l.granted AND l.classid::bigint = ANY (kinds) AND l.objid = target AND l.objsubid = 2
    AND d.datname = current_database()
$$;

-- Locks tables. A wait ends after lock_timeout, or after 10 s if that is not set, with an error that names the holders
-- of the lock.
CREATE OR REPLACE PROCEDURE :functions.lock_tables(relations regclass[], mode text)
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  holders text;
BEGIN
  IF current_setting('lock_timeout') = '0' THEN
    PERFORM set_config('lock_timeout', '10s', true);
  END IF;
  EXECUTE (SELECT format('LOCK TABLE %s IN %s MODE', string_agg(r::text, ', '), mode) FROM unnest(relations) AS r);
EXCEPTION
  WHEN lock_not_available THEN
    SELECT string_agg(
      format('pid %s: %s, %s, %s: %s', pid, usename, application_name, state, left(query, 60)), E'\n' ORDER BY pid)
    INTO holders
    FROM pg_stat_activity
    WHERE pid <> pg_backend_pid() AND pid IN (
      SELECT l.pid FROM pg_locks AS l JOIN pg_class AS c ON c.oid = l.relation
      WHERE l.granted AND (c.oid = ANY (relations) OR EXISTS (
        SELECT FROM pg_inherits WHERE inhrelid = c.oid AND inhparent = ANY (relations))));
    RAISE lock_not_available USING
      MESSAGE = format(
        '%s is in use: no lock within %s', array_to_string(relations, ', '), current_setting('lock_timeout')),
      DETAIL = coalesce(holders, 'Its users have just ended.'),
      HINT = 'Wait until they end and run this again, or set lock_timeout to wait longer. Nothing has changed.';
END
$$;

-- The publications of a table, whether they name it, its schema or all tables. One of its schema also publishes the
-- permanent tables that are staged for it.
CREATE OR REPLACE FUNCTION :functions.publications(target regclass) RETURNS SETOF pg_publication
LANGUAGE plpgsql STABLE SET search_path FROM CURRENT AS $$
BEGIN
  RETURN QUERY
  SELECT p.*
  FROM pg_class AS c
  JOIN pg_namespace AS n ON n.oid = c.relnamespace
  JOIN pg_publication_tables AS t ON t.schemaname = n.nspname AND t.tablename = c.relname
  JOIN pg_publication AS p USING (pubname)
  WHERE c.oid = target;
  IF to_regclass('pg_publication_namespace') IS NOT NULL THEN -- since PostgreSQL 15
    RETURN QUERY EXECUTE
      'SELECT p.* FROM pg_publication AS p JOIN pg_publication_namespace AS n ON pnpubid = p.oid'
      ' JOIN pg_class AS c ON relnamespace = pnnspid WHERE c.oid = $1 AND relpersistence <> ''p'''
      USING target;
  END IF;
END
$$;

-- The logical replication slots that read the changes of every table, whatever is published.
CREATE OR REPLACE FUNCTION :functions.slots() RETURNS SETOF name
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT slot_name FROM pg_replication_slots WHERE database = current_database() AND plugin <> 'pgoutput'
$$;

-- Raises an error with the reasons against a load, if any: the given ones, and those against every load.
CREATE OR REPLACE FUNCTION :functions.refuse(target regclass, what text, reasons text[], hint text) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  against text;
BEGIN
  SELECT string_agg(reason, '; ' ORDER BY reason) INTO against
  FROM (
    SELECT unnest(reasons)
    UNION ALL
    SELECT 'it is not a permanent or unlogged table' FROM pg_class
    WHERE oid = target AND (relkind NOT IN ('r', 'p') OR relpersistence = 't')
    UNION ALL
    SELECT format('publication %I of all tables would publish the staging', pubname) FROM pg_publication
    WHERE puballtables AND pubinsert
  ) AS every (reason);
  IF against IS NOT NULL THEN
    RAISE EXCEPTION '% cannot be %: %', target, what, against USING HINT = 'Nothing has changed. ' || hint;
  END IF;
END
$$;

-- Returns the losses if a table with the same columns replaced a table: all objects that depend on the table, and its
-- properties except columns and NOT NULL. Properties from a parent are not lost.
CREATE OR REPLACE FUNCTION :functions.losses(relation regclass) RETURNS SETOF text
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT pg_describe_object(d.classid, d.objid, d.objsubid)
  FROM pg_class AS t
  JOIN pg_depend AS d ON d.refclassid = 'pg_class'::regclass AND d.refobjid = t.oid
    OR d.refclassid = 'pg_type'::regclass AND d.refobjid IN (
      t.reltype, (SELECT typarray FROM pg_type WHERE oid = t.reltype))
  LEFT JOIN pg_class AS c ON d.classid = 'pg_class'::regclass AND c.oid = d.objid
  LEFT JOIN pg_constraint AS k ON d.classid = 'pg_constraint'::regclass AND k.oid = d.objid
  LEFT JOIN pg_trigger AS g ON d.classid = 'pg_trigger'::regclass AND g.oid = d.objid
  WHERE t.oid = relation
    AND (d.classid <> 'pg_type'::regclass OR d.deptype <> 'i')
    AND (c.oid IS NULL
      OR NOT c.relispartition AND c.relkind <> 't'
        AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = c.oid AND inhparent = relation))
    AND (k.oid IS NULL
      OR k.coninhcount = 0 AND k.conparentid = 0 AND k.contype <> 'n'
        AND NOT EXISTS (
          SELECT FROM pg_attribute
          WHERE attrelid = relation AND attnum = ANY (k.conkey) AND attname = 'after_last_delimiter'))
    AND (g.oid IS NULL OR g.tgparentid = 0 AND NOT g.tgisinternal)
  UNION ALL
  -- every role may read this view, but in PostgreSQL 13 not the oids of pg_subscription
  SELECT DISTINCT format('the place of %s in the subscription %I', relation, subname)
  FROM pg_subscription_rel JOIN pg_stat_subscription ON subid = srsubid
  WHERE srrelid = relation
  UNION ALL
  SELECT loss || ' of ' || relation
  FROM pg_class AS t
  LEFT JOIN pg_class AS toast ON toast.oid = t.reltoastrelid
  CROSS JOIN LATERAL (VALUES
    (t.relowner <> quote_ident(current_user)::regrole, 'the owner'),
    (ARRAY(
      SELECT a::text FROM aclexplode(coalesce(t.relacl, acldefault('r', t.relowner))) AS a ORDER BY 1
    ) <> ARRAY(
      -- those of a new table
      SELECT a::text FROM aclexplode(coalesce((
        SELECT defaclacl FROM pg_default_acl
        WHERE defaclrole = t.relowner AND defaclnamespace = 0 AND defaclobjtype = 'r'), acldefault('r', t.relowner))) AS a
      UNION
      SELECT a::text FROM pg_default_acl, aclexplode(defaclacl) AS a
      WHERE defaclrole = t.relowner AND defaclnamespace = t.relnamespace AND defaclobjtype = 'r'
      ORDER BY 1), 'privileges'),
    (t.relrowsecurity OR t.relforcerowsecurity, 'row-level security'),
    (t.reloptions IS NOT NULL OR toast.reloptions IS NOT NULL, 'storage options'),
    (t.relreplident <> 'd', 'the replica identity'),
    (t.reloftype <> 0, 'the type'),
    (EXISTS (SELECT FROM publications(relation)), 'the publication'),
    (EXISTS (SELECT FROM pg_description WHERE description NOT LIKE 'Loadpath:%' AND (
      classoid = 'pg_class'::regclass AND objoid = t.oid OR classoid = 'pg_type'::regclass AND objoid = t.reltype
        OR classoid = 'pg_constraint'::regclass
        AND objoid IN (SELECT oid FROM pg_constraint WHERE conrelid = t.oid))), 'comments'),
    (EXISTS (SELECT FROM pg_seclabel WHERE classoid = 'pg_class'::regclass AND objoid = t.oid), 'security labels'),
    (EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = t.oid AND deptype = 'e'),
      'an extension''s ownership'),
    (EXISTS (SELECT FROM pg_attribute WHERE attrelid = t.oid AND attnum > 0 AND NOT attisdropped
      AND (attacl IS NOT NULL OR coalesce(attstattarget, -1) <> -1 OR attoptions IS NOT NULL)),
      'privileges or statistics options of columns')
  ) AS losses (lost, loss)
  WHERE t.oid = relation AND lost
$$;

-- The name of a staged table: files, rejected, loaded, or the digest of the name that it gets at the end.
CREATE OR REPLACE FUNCTION :functions.staging(target regclass, part text) RETURNS text
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT format('%s.%I', relnamespace::regnamespace, concat('loadpath_load_', oid, '_', part)) FROM pg_class WHERE oid = target
$$;

-- All staged tables of a target.
CREATE OR REPLACE FUNCTION :functions.staged(target oid) RETURNS SETOF regclass
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT oid::regclass FROM pg_class
  WHERE starts_with(relname::text, concat('loadpath_load_', target, '_')) AND relkind IN ('r', 'p') AND ours(oid)
$$;

-- Those that become children of the target, with the names that they get.
CREATE OR REPLACE FUNCTION :functions.staged_children(target regclass, OUT id regclass, OUT name text)
RETURNS SETOF record
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT s, substr(description, length('Loadpath: staged as ') + 1)
  FROM staged(target) AS s JOIN pg_description ON objoid = s AND classoid = 'pg_class'::regclass AND objsubid = 0
  WHERE starts_with(description, 'Loadpath: staged as ')
  ORDER BY s::oid
$$;

-- Raises an error if no load of a target runs. only_leader is for the end of a load: it refuses all sessions except the
-- leading one, keeps other sessions from loading a file until the transaction ends, and requires that each statement sees
-- the earlier commits of others.
CREATE OR REPLACE PROCEDURE :functions.require_load(target regclass, only_leader boolean DEFAULT false)
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  leader integer := (SELECT pid FROM sessions(target, 1819238756) AS pid);
BEGIN
  IF leader IS NULL OR only_leader AND leader <> pg_backend_pid() THEN
    RAISE EXCEPTION 'no load of % runs%', target, CASE WHEN only_leader THEN ' in this session' ELSE '' END
      USING HINT = 'Start it by stage_replace or stage_attach, in a session that stays open until the end.';
  END IF;
  IF only_leader AND current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'a load ends at READ COMMITTED, not at %', current_setting('transaction_isolation')
      USING HINT = 'Run SET default_transaction_isolation TO ''read committed'' in this session.';
  END IF;
  IF only_leader AND NOT pg_try_advisory_xact_lock(1885434484, lock_key(target)) THEN
    RAISE EXCEPTION 'a session still loads a file into %: pid %', target,
      (SELECT string_agg(pid::text, ', ') FROM sessions(target, 1885434484) AS pid)
      USING HINT = 'Wait until it ends. Nothing has changed.';
  END IF;
END
$$;

-- The properties that a staging has from its target, one per line: the columns, and for attached tables also the checks
-- and the partitions.
CREATE OR REPLACE FUNCTION :functions.shape(target regclass, attached boolean) RETURNS text
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT string_agg(line, E'\n' ORDER BY kind, place)
  FROM (
    SELECT 1, to_char(attnum, '0000'), concat_ws(
      ' ', attnum, quote_ident(attname), format_type(atttypid, atttypmod),
      'COLLATE ' || nullif(attcollation, 0)::regcollation::text,
      CASE WHEN attnotnull THEN 'NOT NULL' END,
      (SELECT quote_ident(conname) FROM pg_constraint WHERE conrelid = target AND contype = 'n' AND conkey[1] = attnum),
      'STORAGE ' || attstorage::text,
      'COMPRESSION ' || nullif(to_jsonb(a) ->> 'attcompression', ''), -- since PostgreSQL 14
      'IDENTITY ' || nullif(attidentity::text, ''),
      'GENERATED ' || nullif(attgenerated::text, '') || ' AS ' || pg_get_expr(adbin, adrelid))
    FROM pg_attribute AS a LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE attrelid = target AND attnum > 0 AND NOT attisdropped
    UNION ALL
    SELECT 2, conname, format('constraint %I %s', conname, pg_get_constraintdef(oid)) FROM pg_constraint
    WHERE attached AND conrelid = target AND contype = 'c'
    UNION ALL
    SELECT 3, relname, concat_ws(
      ' ', 'partition', quote_ident(relname), pg_get_expr(relpartbound, oid), pg_get_partkeydef(oid))
    FROM pg_partition_tree(target) JOIN pg_class ON oid = relid
    WHERE attached AND level > 0
  ) AS lines (kind, place, line)
$$;

-- Raises an error if a target was altered since its load began: the rows were staged for its old columns, and may have
-- been rounded for them. For a session that has locked the target.
CREATE OR REPLACE PROCEDURE :functions.require_unaltered(target regclass, attached boolean)
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  mark text := obj_description(to_regclass(staging(target, 'files')), 'pg_class');
  before text[] := (string_to_array(mark, E'\n'))[2:];
  present text[] := string_to_array(shape(target, attached), E'\n');
BEGIN
  IF starts_with(mark, 'Loadpath: staging, attach') IS DISTINCT FROM attached THEN
    RAISE EXCEPTION 'the load of % began otherwise; its rows are left unchanged', target
      USING HINT = 'After stage_replace comes replace, after stage_attach comes attach.';
  END IF;
  IF before IS DISTINCT FROM present THEN
    RAISE EXCEPTION '% was altered while the load ran; its rows are left unchanged', target USING
      DETAIL = format(
        'Before: %s. Now: %s.',
        coalesce((SELECT string_agg(line, ', ') FROM unnest(before) AS line WHERE line <> ALL (present)), 'nothing'),
        coalesce((SELECT string_agg(line, ', ') FROM unnest(present) AS line WHERE line <> ALL (before)), 'nothing')),
      HINT = 'Run the load again.';
  END IF;
END
$$;

-- Begins a load of a target, unless another one runs, and makes its staging. Returns false if an unused staging of the
-- same kind exists, and the target was not altered since. attached is that of shape.
CREATE OR REPLACE FUNCTION :functions.begin_load(target regclass, kind text, attached boolean) RETURNS boolean
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  mark text := format('staging, %s', kind) || E'\n' || shape(target, attached);
  files regclass;
  unused boolean := false;
BEGIN
  IF NOT pg_try_advisory_lock(1819238756, lock_key(target)) THEN
    RAISE lock_not_available USING
      MESSAGE = format('another load of %s runs, in the session with pid %s', target,
        (SELECT string_agg(pid::text, ', ') FROM sessions(target, 1819238756) AS pid)),
      HINT = 'Wait until it ends, or end it with SELECT pg_terminate_backend(pid).';
  END IF;
  IF NOT EXISTS (SELECT FROM pg_class WHERE oid = target) THEN
    RAISE EXCEPTION 'another load has just replaced the table' USING HINT = 'Run this load again.';
  END IF;
  CALL drop_staging_of_gone(target);
  -- this session does nothing while others load the files
  PERFORM set_config(name, '0', false) FROM pg_settings WHERE name = 'idle_session_timeout'; -- since PostgreSQL 14
  files := to_regclass(staging(target, 'files'));
  IF obj_description(files, 'pg_class') = 'Loadpath: ' || mark
    AND (SELECT relowner = quote_ident(current_user)::regrole FROM pg_class WHERE oid = files)
    AND NOT EXISTS (SELECT FROM sessions(target, 1885434484)) THEN
    EXECUTE format('SELECT NOT EXISTS (SELECT FROM %s)', files) INTO unused;
    unused := unused AND NOT EXISTS (
      SELECT FROM staged(target) AS id
      WHERE id NOT IN (files, staging(target, 'rejected')::regclass) AND pg_relation_size(id) > 0);
  END IF;
  IF unused THEN
    RETURN false;
  END IF;
  CALL drop_staging(target);
  CALL create_table(
    staging(target, 'files'),
    '(file text PRIMARY KEY, input_rows bigint NOT NULL, accepted_rows bigint NOT NULL, rejected_rows bigint NOT NULL,'
    ' CHECK (accepted_rows + rejected_rows = input_rows))',
    '', staging_logging(target));
  CALL mark(staging(target, 'files'), mark);
  CALL create_table(
    staging(target, 'rejected'),
    '(file text NOT NULL, line bigint NOT NULL, reason text NOT NULL, row_text text NOT NULL)',
    '', staging_logging(target));
  RETURN true;
END
$$;

-- Drops what killed loads have staged in a target's schema for tables that are gone, because no later load of these does.
-- A lock on the gone table keeps others from the same.
CREATE OR REPLACE PROCEDURE :functions.drop_staging_of_gone(target regclass)
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  gone oid;
BEGIN
  FOR gone IN
    SELECT DISTINCT substring(relname FROM '^loadpath_load_([0-9]+)_')::oid FROM pg_class AS c
    WHERE relname ~ '^loadpath_load_[0-9]{1,10}_' AND relkind IN ('r', 'p') AND ours(oid) AND pg_has_role(relowner, 'USAGE')
      AND relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = target)
  LOOP
    IF NOT EXISTS (SELECT FROM pg_class WHERE oid = gone)
      AND pg_try_advisory_xact_lock(1819238756, lock_key(gone)) THEN
      CALL drop_staging(gone);
    END IF;
  END LOOP;
END
$$;

-- Whether staged rows are logged. Those of a published table are not, because a publication of its schema would send
-- them; and a table that replaces it would not be published. The same holds for a slot that reads every table.
CREATE OR REPLACE FUNCTION :functions.staging_logging(target regclass) RETURNS text
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT CASE
    WHEN relpersistence = 'u' OR EXISTS (SELECT FROM publications(target)) OR EXISTS (SELECT FROM slots())
    THEN 'unlogged' ELSE 'full' END
  FROM pg_class WHERE oid = target
$$;

-- Makes this session one that loads a file, until its transaction ends, and returns the name of the table for its rows.
-- Until then, it reads dates with slashes or points as month, day, year (MDY) or day, month, year (DMY). ISO dates are
-- always read.
CREATE OR REPLACE FUNCTION :functions.join_load(target regclass, date_order text DEFAULT 'MDY') RETURNS text
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  CALL require_load(target);
  PERFORM set_config('datestyle', 'ISO, ' || date_order, true);
  PERFORM pg_advisory_xact_lock_shared(1885434484, lock_key(target));
  RETURN staging(target, 'loaded');
END
$$;

-- The rows that the last load of a target rejected.
CREATE OR REPLACE FUNCTION :functions.rejected(target regclass)
RETURNS TABLE (file text, line bigint, reason text, row_text text)
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF to_regclass(staging(target, 'rejected')) IS NOT NULL THEN
    RETURN QUERY EXECUTE format('SELECT * FROM %s ORDER BY file, line', staging(target, 'rejected'));
  END IF;
END
$$;
