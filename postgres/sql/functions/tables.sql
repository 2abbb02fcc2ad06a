-- Makes Loadpath's objects and recognises them. Part of functions.sql.

-- Whether Loadpath made a table.
CREATE OR REPLACE FUNCTION loadpath.ours(relation oid) RETURNS boolean STABLE
RETURN coalesce(obj_description(relation, 'pg_class') LIKE 'Loadpath:%', false);

-- Refuses an object without a comment of Loadpath.
CREATE OR REPLACE PROCEDURE loadpath.require_ours(what text, mark text)
LANGUAGE plpgsql SET search_path TO pg_catalog, pg_temp AS $$
BEGIN
  IF mark LIKE 'Loadpath:%' IS NOT TRUE THEN
    RAISE EXCEPTION '% was not made by Loadpath, and is left unchanged', what USING HINT = 'Rename it.';
  END IF;
END
$$;

-- Marks a table as made by a load.
CREATE OR REPLACE PROCEDURE loadpath.mark(made text)
LANGUAGE plpgsql SET search_path TO pg_catalog, pg_temp AS $$
BEGIN
  EXECUTE format(
    'COMMENT ON %s TABLE %s IS ''Loadpath: made by a load, and dropped by the next''',
    (SELECT CASE relkind WHEN 'f' THEN 'FOREIGN' ELSE '' END FROM pg_class WHERE oid = made::regclass), made);
END
$$;

-- Makes a schema for a path. drop_schema removes it.
CREATE OR REPLACE PROCEDURE loadpath.make_schema(name text)
LANGUAGE plpgsql SET search_path TO pg_catalog, pg_temp AS $$
BEGIN
  EXECUTE format('CREATE SCHEMA %I', name);
  EXECUTE format('COMMENT ON SCHEMA %I IS %L', name, 'Loadpath: made for a load, and dropped with its tables');
END
$$;

-- Makes a table and marks it. A partitioned table has no rows to log.
CREATE OR REPLACE PROCEDURE loadpath.create_table(made text, definition text, partition_by text, logging text)
LANGUAGE plpgsql SET search_path TO pg_catalog, pg_temp AS $$
BEGIN
  EXECUTE format(
    'CREATE %s TABLE %s %s %s',
    CASE WHEN logging = 'unlogged' AND partition_by = '' THEN 'UNLOGGED' ELSE '' END, made, definition, partition_by);
  CALL loadpath.mark(made);
END
$$;

-- Makes a partition of a table, in its schema, with the table's name and a suffix.
CREATE OR REPLACE FUNCTION loadpath.make_partition(
  parent regclass, suffix text, bound text, partition_by text, logging text)
RETURNS regclass
LANGUAGE plpgsql SET search_path TO pg_catalog, pg_temp AS $$
DECLARE
  made text := (SELECT format('%s.%I', relnamespace::regnamespace, relname || suffix) FROM pg_class WHERE oid = parent);
BEGIN
  CALL loadpath.create_table(made, format('PARTITION OF %s %s', parent, bound), partition_by, logging);
  RETURN made;
END
$$;

-- The columns that a file has: all of a table that are not generated.
CREATE OR REPLACE FUNCTION loadpath.columns_of(relation regclass)
RETURNS TABLE (place bigint, name text, type text, required boolean)
LANGUAGE sql STABLE SET search_path TO pg_catalog, pg_temp AS $$
  SELECT row_number() OVER (ORDER BY attnum), attname::text, format_type(atttypid, atttypmod), attnotnull
  FROM pg_attribute
  WHERE attrelid = relation AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    AND attname <> 'after_last_delimiter'
$$;

-- The column for COPY, which skips no field: a single byte that must be empty. A NULL would cost each row eight bytes.
-- The column is dropped at the end, without a pass over the rows.
CREATE OR REPLACE FUNCTION loadpath.column_for_copy() RETURNS text IMMUTABLE
RETURN 'after_last_delimiter "char" CHECK (after_last_delimiter = '''')';

-- Whether a table, or an external table, has the column for the text after the last delimiter.
CREATE OR REPLACE FUNCTION loadpath.has_delimiter_at_end(relation oid) RETURNS boolean STABLE
RETURN EXISTS (
  SELECT FROM pg_attribute WHERE attrelid = relation AND attname = 'after_last_delimiter' AND NOT attisdropped);

-- Turns the bytea columns of an empty table, or of an external one, into text for the files' hexadecimal digits. COPY
-- reads such digits as bytea only after \x.
CREATE OR REPLACE PROCEDURE loadpath.hold_hex(target regclass)
LANGUAGE plpgsql SET search_path TO pg_catalog, pg_temp AS $$
DECLARE
  kind text := (SELECT CASE relkind WHEN 'f' THEN 'FOREIGN TABLE' ELSE 'TABLE' END FROM pg_class WHERE oid = target);
  digits text;
BEGIN
  FOR digits IN SELECT name FROM loadpath.columns_of(target) WHERE type = 'bytea' LOOP
    EXECUTE format('ALTER %s %s ALTER %I TYPE text', kind, target, digits);
    EXECUTE format('COMMENT ON COLUMN %s.%I IS %L', target, digits, 'Loadpath: hexadecimal digits');
  END LOOP;
END
$$;

-- Turns the columns of hold_hex back into bytea, and their digits into bytes: one more pass over the table.
CREATE OR REPLACE PROCEDURE loadpath.decode_hex(target regclass)
LANGUAGE plpgsql SET search_path TO pg_catalog, pg_temp AS $$
DECLARE
  digits text;
BEGIN
  FOR digits IN
    SELECT attname FROM pg_attribute
    WHERE attrelid = target AND attnum > 0 AND col_description(target, attnum) = 'Loadpath: hexadecimal digits'
  LOOP
    EXECUTE format('ALTER TABLE %s ALTER %I TYPE bytea USING decode(%2$I, ''hex'')', target, digits);
    EXECUTE format('COMMENT ON COLUMN %s.%I IS NULL', target, digits);
  END LOOP;
END
$$;

-- A table and all tables that inherit from it.
CREATE OR REPLACE FUNCTION loadpath.family(relation regclass) RETURNS SETOF regclass
LANGUAGE sql STABLE SET search_path TO pg_catalog, pg_temp AS $$
  WITH RECURSIVE tables (id) AS (
    SELECT relation
    UNION ALL
    SELECT inhrelid::regclass FROM pg_inherits JOIN tables ON inhparent = id
  )
  SELECT id FROM tables
$$;

-- The bytes of a table with its children, indexes and other parts.
CREATE OR REPLACE FUNCTION loadpath.stored_bytes(target regclass) RETURNS numeric STABLE
RETURN (SELECT sum(pg_total_relation_size(id)) FROM loadpath.family(target) AS id);
