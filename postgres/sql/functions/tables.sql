-- Makes Loadpath's objects and recognises them. Part of functions.sql.

-- Whether Loadpath made a table.
CREATE OR REPLACE FUNCTION :functions.ours(relation oid) RETURNS boolean
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT coalesce(obj_description(relation, 'pg_class') LIKE 'Loadpath:%', false)
$$;

-- Refuses an object without a comment of Loadpath.
CREATE OR REPLACE PROCEDURE :functions.require_ours(what text, mark text)
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF mark LIKE 'Loadpath:%' IS NOT TRUE THEN
    RAISE EXCEPTION '% was not made by Loadpath, and is left unchanged', what USING HINT = 'Rename it.';
  END IF;
END
$$;

-- The name of a table with its schema, which is right in any search_path.
CREATE OR REPLACE FUNCTION :functions.full_name(relation regclass) RETURNS text
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT format('%s.%I', relnamespace::regnamespace, relname) FROM pg_class WHERE oid = relation
$$;

-- Marks a table as made by a load.
CREATE OR REPLACE PROCEDURE :functions.mark(made text, words text DEFAULT 'made by a load, and dropped by the next')
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  EXECUTE format(
    'COMMENT ON %s TABLE %s IS %L',
    (SELECT CASE relkind WHEN 'f' THEN 'FOREIGN' ELSE '' END FROM pg_class WHERE oid = made::regclass), made,
    'Loadpath: ' || words);
END
$$;

-- Makes a table and marks it. A partitioned table has no rows to log.
CREATE OR REPLACE PROCEDURE :functions.create_table(made text, definition text, partition_by text, logging text)
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF to_regclass(made) IS NOT NULL THEN
    CALL require_ours(made, obj_description(to_regclass(made), 'pg_class'));
  END IF;
  EXECUTE format(
    'CREATE %s TABLE %s %s %s',
    CASE WHEN logging = 'unlogged' AND partition_by = '' THEN 'UNLOGGED' ELSE '' END, made, definition, partition_by);
  CALL mark(made);
END
$$;

-- Makes a partition of a table, in its schema, with the table's name and a suffix.
CREATE OR REPLACE FUNCTION :functions.make_partition(
  parent regclass, suffix text, bound text, partition_by text, logging text)
RETURNS regclass
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  made text := (SELECT format('%s.%I', relnamespace::regnamespace, relname || suffix) FROM pg_class WHERE oid = parent);
BEGIN
  CALL create_table(made, format('PARTITION OF %s %s', parent, bound), partition_by, logging);
  RETURN made;
END
$$;

-- The columns that a file has: all of a table that are not generated.
CREATE OR REPLACE FUNCTION :functions.columns_of(relation regclass)
RETURNS TABLE (place bigint, name text, type text, required boolean)
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT row_number() OVER (ORDER BY attnum), attname::text, format_type(atttypid, atttypmod), attnotnull
  FROM pg_attribute
  WHERE attrelid = relation AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    AND attname <> 'after_last_delimiter'
$$;

-- What LIKE copies of a table's columns besides their types. PostgreSQL 13 has no compression of columns.
CREATE OR REPLACE FUNCTION :functions.like_columns() RETURNS text
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT 'INCLUDING STORAGE' || coalesce((
    SELECT ' INCLUDING COMPRESSION' FROM pg_attribute
    WHERE attrelid = 'pg_attribute'::regclass AND attname = 'attcompression'), '')
$$;

-- The column for COPY, which skips no field: a single byte that must be empty. A NULL would cost each row eight bytes.
-- The column is dropped at the end, without a pass over the rows.
CREATE OR REPLACE FUNCTION :functions.column_for_copy() RETURNS text
LANGUAGE sql IMMUTABLE SET search_path FROM CURRENT AS $$
  SELECT 'after_last_delimiter "char" CHECK (after_last_delimiter = '''')'
$$;

-- Adds the column that COPY by the bare statement needs, if the rows end with a delimiter.
CREATE OR REPLACE PROCEDURE :functions.add_column_for_copy(target regclass, delimiter_at_end boolean)
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF delimiter_at_end THEN
    EXECUTE format('ALTER TABLE %s ADD after_last_delimiter "char"', target);
  END IF;
END
$$;

-- Whether a table, or an external table, has the column for the text after the last delimiter.
CREATE OR REPLACE FUNCTION :functions.has_delimiter_at_end(relation oid) RETURNS boolean
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT EXISTS (
    SELECT FROM pg_attribute WHERE attrelid = relation AND attname = 'after_last_delimiter' AND NOT attisdropped)
$$;

-- Turns the bytea columns of an empty table, or of an external one, into text for the files' hexadecimal digits. COPY
-- reads such digits as bytea only after \x.
CREATE OR REPLACE PROCEDURE :functions.hold_hex(target regclass)
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  kind text := (SELECT CASE relkind WHEN 'f' THEN 'FOREIGN TABLE' ELSE 'TABLE' END FROM pg_class WHERE oid = target);
  digits text;
BEGIN
  FOR digits IN SELECT name FROM columns_of(target) WHERE type = 'bytea' LOOP
    EXECUTE format('ALTER %s %s ALTER %I TYPE text', kind, target, digits);
    EXECUTE format('COMMENT ON COLUMN %s.%I IS %L', target, digits, 'Loadpath: hexadecimal digits');
  END LOOP;
END
$$;

-- Turns the columns of hold_hex back into bytea, and their digits into bytes: one more pass over the table.
CREATE OR REPLACE PROCEDURE :functions.decode_hex(target regclass)
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
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
CREATE OR REPLACE FUNCTION :functions.family(relation regclass) RETURNS SETOF regclass
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  WITH RECURSIVE tables (id) AS (
    SELECT relation
    UNION ALL
    SELECT inhrelid::regclass FROM pg_inherits JOIN tables ON inhparent = id
  )
  SELECT id FROM tables
$$;

-- The bytes of a table with its children, indexes and other parts.
CREATE OR REPLACE FUNCTION :functions.stored_bytes(target regclass) RETURNS numeric
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT sum(pg_total_relation_size(id)) FROM family(target) AS id
$$;
