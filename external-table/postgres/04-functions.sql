-- Makes the functions of the load. PostgreSQL 18 or later.
--
--   psql -v schema=card_load -f 04-functions.sql
--
-- schema  as in 01-server.sql; they work on the schema that is first in search_path
\set ON_ERROR_STOP on

SET search_path TO :"schema";

-- The columns of a table.
CREATE FUNCTION columns_of(relation regclass)
RETURNS TABLE (place bigint, name text, type text, required boolean)
LANGUAGE sql STABLE
AS $$
  SELECT row_number() OVER (ORDER BY attnum), attname::text, format_type(atttypid, atttypmod), attnotnull
  FROM pg_attribute
  WHERE attrelid = relation AND attnum > 0 AND NOT attisdropped AND attname <> 'after_last_delimiter'
$$;

-- Where COPY finds a file: what its external table says.
CREATE FUNCTION source_of(file text) RETURNS text
LANGUAGE sql STABLE
AS $$
  SELECT CASE option_name WHEN 'program' THEN 'PROGRAM ' ELSE '' END || quote_literal(option_value)
  FROM pg_foreign_table, pg_options_to_table(ftoptions)
  WHERE ftrelid = format('%I', file)::regclass AND option_name IN ('program', 'filename')
$$;

-- The column that a table has for COPY, which leaves no field out: a single byte that must be empty. As the first
-- column it mostly fills a gap before a number; a NULL would cost each row eight bytes.
CREATE FUNCTION column_for_copy() RETURNS text
LANGUAGE sql IMMUTABLE
AS $$
  SELECT 'after_last_delimiter "char" CHECK (after_last_delimiter = '''')'
$$;

-- Raises the error that a column is NULL; for a place where a value is expected.
CREATE FUNCTION missing(name text) RETURNS text
LANGUAGE plpgsql
AS $$
BEGIN
  RAISE not_null_violation USING MESSAGE = format('null value in column "%s"', name);
END
$$;

-- The statement that reads a file into a table, which CREATE TABLE AS makes (UNLOGGED or not). It declares no column
-- NOT NULL, and to do so afterwards would read the table again, a tenth of the load: required_columns has it look for
-- itself.
CREATE FUNCTION load_statement(way text, file text, target text, unlogged text, required_columns boolean)
RETURNS text
LANGUAGE plpgsql STABLE
AS $$
DECLARE
  names text;
  present text;
BEGIN
  SELECT
    string_agg(quote_ident(name), ', ' ORDER BY place),
    string_agg(
      CASE WHEN required AND required_columns THEN format('coalesce(%I, missing(%L)::%s) AS %1$I', name, name, type)
      ELSE quote_ident(name) END,
      ', ' ORDER BY place)
  INTO names, present
  FROM columns_of('all_card_trans');
  CASE way
    WHEN 'copy' THEN
      RETURN format(
        'COPY %s (%s, after_last_delimiter) FROM %s WITH (FORMAT csv, DELIMITER ''|'', NULL '''', QUOTE %L,'
        ' FORCE_NOT_NULL (after_last_delimiter))',
        target, names, source_of(file), E'\x01');
    WHEN 'insert' THEN
      RETURN format('INSERT INTO %s (%s) SELECT %2$s FROM %I', target, names, file);
    WHEN 'create-table-as' THEN
      RETURN format('CREATE %s TABLE %s AS SELECT %s FROM %I', unlogged, target, present, file);
    ELSE
      RAISE EXCEPTION 'way is %, but must be copy, create-table-as or insert', way;
  END CASE;
END
$$;

-- Makes a table's partitions: the months of three years, each in two ranges of card_no, and one for all other dates.
CREATE FUNCTION make_partitions(parent regclass, unlogged text) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  schema_name text := (SELECT relnamespace::regnamespace FROM pg_class WHERE oid = parent);
  table_name text := (SELECT relname FROM pg_class WHERE oid = parent);
  month date;
  part text;
BEGIN
  FOR month IN SELECT * FROM generate_series(date '2007-01-01', date '2009-12-01', interval '1 month') LOOP
    part := table_name || to_char(month, '_YYYY_MM');
    EXECUTE format(
      'CREATE TABLE %s.%I PARTITION OF %s FOR VALUES FROM (%L) TO (%L) PARTITION BY RANGE (card_no)',
      schema_name, part, parent, month, (month + interval '1 month')::date);
    EXECUTE format(
      'CREATE %s TABLE %s.%I PARTITION OF %2$s.%4$I FOR VALUES FROM (MINVALUE) TO (''458'')',
      unlogged, schema_name, part || '_low', part);
    EXECUTE format(
      'CREATE %s TABLE %s.%I PARTITION OF %2$s.%4$I FOR VALUES FROM (''458'') TO (MAXVALUE)',
      unlogged, schema_name, part || '_high', part);
  END LOOP;
  EXECUTE format(
    'CREATE %s TABLE %s.%I PARTITION OF %s DEFAULT', unlogged, schema_name, table_name || '_other', parent);
END
$$;

-- The text that UTF-8 bytes are; NULL when they are not UTF-8.
CREATE FUNCTION text_of(bytes bytea) RETURNS text
LANGUAGE plpgsql IMMUTABLE
AS $$
BEGIN
  RETURN convert_from(bytes, 'UTF8');
EXCEPTION
  WHEN character_not_in_repertoire OR untranslatable_character THEN
    RETURN NULL;
END
$$;

-- Reads a file line by line: its good rows go to a table, the others with line and reason to rejected_rows. For a file
-- that the statement of its way has refused. Returns the number of lines.
CREATE FUNCTION load_line_by_line(file text, target text) RETURNS bigint
LANGUAGE plpgsql
AS $$
DECLARE
  lines bigint;
  columns bigint;
  names text;
  fields text;
  tests text;
BEGIN
  CREATE TEMPORARY TABLE file_lines (line bigint GENERATED ALWAYS AS IDENTITY, latin1 text NOT NULL) ON COMMIT DROP;
  -- as LATIN1 every byte is a character; one column, since its delimiter is a control character
  EXECUTE format(
    'COPY file_lines (latin1) FROM %s WITH (FORMAT csv, ENCODING ''LATIN1'', DELIMITER %L, NULL '''', QUOTE %L,'
    ' FORCE_NOT_NULL (latin1))',
    source_of(file), E'\x02', E'\x01');
  GET DIAGNOSTICS lines = ROW_COUNT;

  SELECT
    count(*),
    string_agg(quote_ident(name), ', ' ORDER BY place),
    string_agg(format('nullif(fields[%s], '''')::%s', place, type), ', ' ORDER BY place),
    string_agg(
      format(
        'WHEN fields[%s] = '''' AND %L THEN %L',
        place, required, format('column %s: is empty, but must not be', name))
      || format(
        ' WHEN fields[%s] <> '''' AND NOT pg_input_is_valid(fields[%1$s], %L)'
        ' THEN %L || (pg_input_error_info(fields[%1$s], %2$L)).message',
        place, type, format('column %s: ', name)),
      ' ' ORDER BY place)
  INTO columns, names, fields, tests
  FROM columns_of('all_card_trans');

  EXECUTE format(
    $query$
    CREATE TEMPORARY TABLE checked_lines ON COMMIT DROP AS
    SELECT line, line_text, bytes, fields,
      CASE
        WHEN line_text IS NULL THEN 'not UTF-8 (each byte from 128 on is shown as \ooo)'
        WHEN cardinality(fields) <= %1$s
        THEN format(
          'too few fields: %%s with a | behind it, but there are %1$s columns', greatest(cardinality(fields) - 1, 0))
        WHEN cardinality(fields) > %1$s + 1
        THEN format('too many fields: %%s, but there are %1$s columns', cardinality(fields) - 1)
        %2$s
        WHEN fields[%1$s + 1] <> '' THEN 'text behind the last delimiter'
      END AS reason
    FROM file_lines
    CROSS JOIN LATERAL (
      SELECT CASE WHEN latin1 ~ '[^\x01-\x7f]' THEN convert_to(latin1, 'LATIN1') END AS bytes OFFSET 0) AS b
    CROSS JOIN LATERAL (
      SELECT CASE WHEN bytes IS NULL THEN latin1 ELSE text_of(bytes) END AS line_text OFFSET 0) AS t
    CROSS JOIN LATERAL (SELECT string_to_array(line_text, '|') AS fields OFFSET 0) AS f
    $query$,
    columns, tests);

  EXECUTE format(
    'INSERT INTO %s (%s) SELECT %s FROM checked_lines WHERE reason IS NULL ORDER BY line', target, names, fields);
  INSERT INTO rejected_rows (file, line, reason, row_text)
  SELECT load_line_by_line.file, line, reason, coalesce(line_text, encode(bytes, 'escape'))
  FROM checked_lines
  WHERE reason IS NOT NULL;
  RETURN lines;
END
$$;
