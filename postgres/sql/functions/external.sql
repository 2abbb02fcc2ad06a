-- External tables, and the statements that load the file of one. Part of functions.sql.

-- A format of files, as options of COPY and of an external table: an empty field is NULL, no quoting and no escapes (the
-- quote is a control character that text does not hold). ../../tables/ has the formats of tables.
CREATE OR REPLACE FUNCTION :functions.file_format(delimiter text DEFAULT '|') RETURNS text
LANGUAGE sql IMMUTABLE SET search_path FROM CURRENT AS $$
  SELECT format('format ''csv'', delimiter %L, null '''', quote %L', delimiter, E'\x01')
$$;

-- Makes the foreign server of external tables, and the extension file_fdw in the schema home if the database lacks it.
-- The extension of another run is not used, because it goes with that run's schema, and would take this server with it.
CREATE OR REPLACE PROCEDURE :functions.make_server(server text, home text)
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  other text;
BEGIN
  PERFORM pg_advisory_xact_lock(1819238756, 0);
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'file_fdw') THEN
    SELECT nspname INTO other FROM pg_extension JOIN pg_namespace AS n ON n.oid = extnamespace
    WHERE extname = 'file_fdw' AND nspname <> home
      AND obj_description(n.oid, 'pg_namespace') LIKE 'Loadpath: made for a run%';
    IF other IS NOT NULL THEN
      RAISE EXCEPTION 'file_fdw is in the schema % of another run, and goes with it', other
        USING HINT = 'Wait until that run ends. If it was killed, bin/loadpath recover drops its schema.';
    END IF;
  ELSE
    EXECUTE format('CREATE EXTENSION file_fdw SCHEMA %I', home);
    COMMENT ON EXTENSION file_fdw IS 'Loadpath: made for external tables, and dropped with the last of them';
  END IF;
  EXECUTE format('CREATE SERVER %I FOREIGN DATA WRAPPER file_fdw', server);
  EXECUTE format('COMMENT ON SERVER %I IS %L', server, 'Loadpath: made for a load, and dropped with its tables');
END
$$;

-- The external table of a file: it is in the target's schema.
CREATE OR REPLACE FUNCTION :functions.external_table(target regclass, file_name text) RETURNS regclass
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT format('%s.%I', relnamespace::regnamespace, file_name)::regclass FROM pg_class WHERE oid = target
$$;

-- Makes an external table over each file part-* in a folder of the server's host. It is in the target's schema and has
-- the file's name. Location files must be one whole set, which their names tell. preprocessor is a program that writes a
-- file's text to stdout, called with the file's full path; without one, the server reads the file. children: the external
-- tables inherit from the target, so that a query of the target reads all files. file_format has options of COPY and of
-- file_fdw.
-- For a delimiter after the last field, the tables have one more column, of a type without values. A bytea column of the
-- target is text here, the files' hexadecimal digits; children cannot have such a column.
CREATE OR REPLACE PROCEDURE :functions.make_external_tables(
  target regclass, server text, folder text, preprocessor text, children boolean,
  file_format text DEFAULT :functions.file_format(), delimiter_at_end boolean DEFAULT true)
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  home text;
  name text;
  files text[];
  file text;
  path text;
  source text;
  note text;
  sets integer;
  found integer;
  needed integer;
BEGIN
  SELECT relnamespace::regnamespace, relname INTO home, name FROM pg_class WHERE oid = target;
  IF children AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = target AND atttypid = 'bytea'::regtype) THEN
    RAISE EXCEPTION '% has a column of type bytea, which its children would read digit by digit', target
      USING HINT = 'Say children => false: the load decodes the digits.';
  END IF;
  files := ARRAY(SELECT f FROM pg_ls_dir(folder) AS f WHERE f LIKE 'part-%' ORDER BY f);
  IF files = '{}' THEN
    RAISE EXCEPTION 'no file part-* in %', folder USING HINT = 'Name the folder of the data set.';
  END IF;
  SELECT count(DISTINCT part[1]), count(*), min(part[2]::integer) INTO sets, found, needed
  FROM unnest(files) AS f CROSS JOIN LATERAL regexp_match(f, '^part-\d+-(of-(\d+)-.*)\.locations$') AS part
  WHERE part IS NOT NULL;
  IF sets > 1 OR found <> needed THEN
    RAISE EXCEPTION '% has % location files of % different sets, not % of one', folder, found, sets, needed
      USING HINT = 'A call of locations was killed, or still works. Call it again.';
  END IF;
  FOREACH file IN ARRAY files LOOP
    path := folder || '/' || file;
    IF octet_length(name || '_' || file) > 63 THEN
      RAISE EXCEPTION 'the name of % is too long for a table', path
        USING HINT = format(
          'The names of table and file have %s bytes together; 62 are possible.', octet_length(name || file));
    END IF;
    PERFORM pg_read_binary_file(path, 0, 1);
    source := format('filename %L', path);
    IF preprocessor <> '' THEN
      -- the program runs under sh, where single quotes quote everything except a single quote
      source := format('program %L', (
        SELECT string_agg('''' || replace(word, '''', '''\''''') || '''', ' ' ORDER BY place)
        FROM unnest(ARRAY[preprocessor, path]) WITH ORDINALITY AS words (word, place)));
    END IF;
    EXECUTE format(
      'CREATE FOREIGN TABLE %s.%I (%s) %s SERVER %I OPTIONS (%s, %s)',
      home, file,
      concat_ws(
        ', ', CASE WHEN NOT children THEN (
          SELECT string_agg(format('%I %s', c.name, c.type), ', ' ORDER BY place) FROM columns_of(target) AS c) END,
        CASE WHEN delimiter_at_end THEN 'after_last_delimiter nothing' END),
      CASE WHEN children THEN format('INHERITS (%s)', target) ELSE '' END, server, source, file_format);
    IF NOT children THEN
      CALL hold_hex(format('%s.%I', home, file)::regclass);
    END IF;
    IF delimiter_at_end AND option_of(format('%s.%I', home, file)::regclass, 'null') <> '' THEN
      EXECUTE format('ALTER FOREIGN TABLE %s.%I ALTER after_last_delimiter TYPE empty', home, file);
    END IF;
    note := searched(path);
    CALL require_no_end_mark(format('%s.%I', home, file)::regclass);
    CALL mark(format('%s.%I', home, file), note);
  END LOOP;
END
$$;

-- The source of a file for COPY, from its external table.
CREATE OR REPLACE FUNCTION :functions.source_of(external regclass) RETURNS text
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT CASE option_name WHEN 'program' THEN 'PROGRAM ' ELSE '' END || quote_literal(option_value)
  FROM pg_foreign_table, pg_options_to_table(ftoptions)
  WHERE ftrelid = external AND option_name IN ('program', 'filename')
$$;

-- The options of COPY in an external table: the format of its file.
CREATE OR REPLACE FUNCTION :functions.format_of(external regclass) RETURNS text
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT string_agg(format('%s %L', option_name, option_value), ', ' ORDER BY place)
  FROM pg_foreign_table, pg_options_to_table(ftoptions) WITH ORDINALITY AS options (option_name, option_value, place)
  WHERE ftrelid = external AND option_name NOT IN ('program', 'filename')
$$;

-- One of these options; NULL where it is missing.
CREATE OR REPLACE FUNCTION :functions.option_of(external regclass, name text) RETURNS text
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT option_value FROM pg_foreign_table, pg_options_to_table(ftoptions)
  WHERE ftrelid = external AND option_name = name
$$;

-- Raises the error that a column is NULL; usable in place of a value.
CREATE OR REPLACE FUNCTION :functions.missing(name text) RETURNS text
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  RAISE not_null_violation USING MESSAGE = format('null value in column "%s"', name);
END
$$;

-- The statement that reads a file into a table, with the columns of the target; CREATE TABLE AS makes the table.
-- file_fdw converts only the columns that a query names, so after_last_delimiter is named: text in it must be an error.
-- CREATE TABLE AS declares no column NOT NULL, and a later declaration would read the table again. required_columns
-- makes the statement check for NULL itself.
CREATE OR REPLACE FUNCTION :functions.load_statement(
  target regclass, external regclass, way text, logging text, into_table text, required_columns boolean)
RETURNS text
LANGUAGE plpgsql STABLE SET search_path FROM CURRENT AS $$
DECLARE
  names text;
  taken text;
  present text;
  digits text;
  at_end boolean := has_delimiter_at_end(external);
  checked text := CASE
    WHEN NOT at_end THEN ''
    WHEN option_of(external, 'null') = '' THEN ' WHERE after_last_delimiter IS NULL'
    ELSE ' WHERE coalesce(after_last_delimiter, '''') = ''''' END;
BEGIN
  IF way <> 'copy' AND EXISTS (
    SELECT name, CASE type WHEN 'bytea' THEN 'text' ELSE type END FROM columns_of(target)
    EXCEPT
    SELECT name, CASE type WHEN 'bytea' THEN 'text' ELSE type END FROM columns_of(external)
  ) THEN
    RAISE EXCEPTION '% has been altered since the external table % was made', target, external
      USING HINT = 'Make the external tables again. Nothing has changed.';
  END IF;
  SELECT
    string_agg(quote_ident(name), ', ' ORDER BY place),
    string_agg(value, ', ' ORDER BY place),
    string_agg(
      CASE
        WHEN required AND required_columns
        THEN format('coalesce(%s, missing(%L)::%s) AS %I', value, name, type, name)
        ELSE format('%s AS %I', value, name)
      END,
      ', ' ORDER BY place),
    min(name) FILTER (WHERE type = 'bytea')
  INTO names, taken, present, digits
  FROM columns_of(target)
  CROSS JOIN LATERAL (
    SELECT CASE type WHEN 'bytea' THEN format('decode(%I, %L)', name, 'hex') ELSE quote_ident(name) END) AS v (value);
  CASE way
    WHEN 'copy' THEN
      IF digits IS NOT NULL THEN
        RAISE EXCEPTION 'COPY cannot fill the bytea column %: it reads hexadecimal digits only after \x', digits
          USING HINT = 'Use insert or create-table-as, which decode them.';
      END IF;
      RETURN format(
        'COPY %s (%s) FROM %s (%s)',
        into_table,
        concat_ws(', ', names, CASE WHEN at_end THEN 'after_last_delimiter' END),
        source_of(external),
        concat_ws(
          ', ', format_of(external),
          CASE WHEN at_end AND option_of(external, 'format') = 'csv'
          THEN 'force_not_null (after_last_delimiter)' END));
    WHEN 'insert' THEN
      RETURN format('INSERT INTO %s (%s) SELECT %s FROM %s', into_table, names, taken, external) || checked;
    WHEN 'create-table-as' THEN
      RETURN format(
        'CREATE %s TABLE %s AS SELECT %s FROM %s',
        CASE logging WHEN 'unlogged' THEN 'UNLOGGED' ELSE '' END, into_table, present, external) || checked;
    ELSE
      RAISE EXCEPTION 'way is %, but must be copy, create-table-as or insert', way;
  END CASE;
END
$$;

-- Loads a file by the bare statement of a way, straight into the target: the cost of a load without promises. For
-- comparison only. COPY needs a column after_last_delimiter if the rows end with a delimiter. CREATE TABLE AS makes a
-- table of its own.
CREATE OR REPLACE PROCEDURE :functions.load_bare(
  target regclass, file_name text, way text, logging text, date_order text DEFAULT 'MDY')
LANGUAGE plpgsql SET search_path FROM CURRENT SET datestyle TO 'ISO' AS $$
DECLARE
  made text := (
    SELECT format('%s.%I', relnamespace::regnamespace, relname || '_' || file_name) FROM pg_class WHERE oid = target);
BEGIN
  PERFORM set_config('datestyle', 'ISO, ' || date_order, true);
  CALL require_no_end_mark(external_table(target, file_name));
  EXECUTE load_statement(
    target, external_table(target, file_name), way, logging,
    CASE way WHEN 'create-table-as' THEN made ELSE target::text END, false);
  IF way = 'create-table-as' THEN
    CALL mark(made, 'made by a bare load of ' || target::oid);
  END IF;
END
$$;

-- Makes a table of the bare CREATE TABLE AS inherit from the target, so that one query reads all files.
CREATE OR REPLACE PROCEDURE :functions.attach_bare(target regclass, file_name text)
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  EXECUTE (
    SELECT format('ALTER TABLE %s.%I ', relnamespace::regnamespace, relname || '_' || file_name) FROM pg_class
    WHERE oid = target) || (
    SELECT string_agg(clause, ', ' ORDER BY clause LIKE 'INHERIT%')
    FROM (
      SELECT format('ALTER %I SET NOT NULL', name) FROM columns_of(target) WHERE required
      UNION ALL
      SELECT format('INHERIT %s', target)) AS clauses (clause));
END
$$;

-- Converts UTF-8 bytes to text; NULL if they are not UTF-8.
CREATE OR REPLACE FUNCTION :functions.text_of(bytes bytea) RETURNS text
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN pg_catalog.convert_from(bytes, 'UTF8');
EXCEPTION
  WHEN character_not_in_repertoire OR untranslatable_character THEN
    RETURN NULL;
END
$$;

-- Returns why a text is no value of a type; NULL if it is one. PostgreSQL 16 has pg_input_error_info, which is faster.
-- Unlike a cast, a column of json_to_record does not cut a text that is too long.
CREATE OR REPLACE FUNCTION :functions.input_error(value text, type text) RETURNS text
LANGUAGE plpgsql STABLE SET search_path FROM CURRENT AS $$
BEGIN
  IF type IN ('json', 'jsonb') THEN
    PERFORM value::jsonb;
  ELSE
    EXECUTE format('SELECT FROM json_to_record($1) AS r (x %s) WHERE x IS NULL', type) USING json_build_object('x', value);
  END IF;
  RETURN NULL;
EXCEPTION
  WHEN data_exception OR integrity_constraint_violation THEN
    RETURN SQLERRM;
END
$$;

-- Reads a file that the statement of its way has refused, line by line. Good rows go to a table, the others with line and
-- reason to the staged table of rejects. Returns the numbers of both. For a session that has joined a load, and a format
-- without quotes and escapes, where a line is a row.
CREATE OR REPLACE FUNCTION :functions.load_line_by_line(
  target regclass, external regclass, into_table text, OUT accepted bigint, OUT refused bigint)
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  columns bigint;
  names text;
  fields text;
  tests text;
  delimiter text := option_of(external, 'delimiter');
  null_text text := option_of(external, 'null');
  latin1 boolean := option_of(external, 'encoding') IS NOT DISTINCT FROM 'LATIN1';
  at_end integer := has_delimiter_at_end(external)::integer;
BEGIN
  CREATE TEMPORARY TABLE file_lines (line bigint GENERATED ALWAYS AS IDENTITY, latin1 text NOT NULL) ON COMMIT DROP;
  -- as LATIN1, every byte is a character; one column, because its delimiter is a control character
  EXECUTE format(
    'COPY pg_temp.file_lines (latin1) FROM %s (%s, header %L, encoding ''LATIN1'', force_not_null (latin1))',
    source_of(external),
    format(
      'format csv, delimiter %L, null %L, quote %L',
      CASE delimiter WHEN E'\x02' THEN E'\x03' ELSE E'\x02' END, '',
      CASE delimiter WHEN E'\x01' THEN E'\x7f' ELSE E'\x01' END),
    coalesce(option_of(external, 'header'), 'false'));

  SELECT
    count(*),
    string_agg(quote_ident(name), ', ' ORDER BY place),
    string_agg(format('(%L || nullif(fields[%s], %L))::%s', prefix, place, null_text, type), ', ' ORDER BY place),
    string_agg(
      format(
        'WHEN fields[%s] = %L AND %L THEN %L',
        place, null_text, required,
        format(
          'column %s: is %s, but must not be', name, CASE null_text WHEN '' THEN 'empty' ELSE quote_literal(null_text) END))
      || format(
        CASE WHEN to_regproc('pg_input_error_info') IS NULL
        THEN ' WHEN fields[%s] <> %L AND input_error(%5$L || fields[%1$s], %3$L) IS NOT NULL'
          ' THEN %4$L || input_error(%5$L || fields[%1$s], %3$L)'
        ELSE ' WHEN fields[%s] <> %L AND NOT pg_input_is_valid(%5$L || fields[%1$s], %3$L)'
          ' THEN %4$L || (pg_input_error_info(%5$L || fields[%1$s], %3$L)).message' END,
        place, null_text, type, format('column %s: ', name), prefix),
      ' ' ORDER BY place)
  INTO columns, names, fields, tests
  FROM columns_of(target)
  CROSS JOIN LATERAL (SELECT CASE type WHEN 'bytea' THEN '\x' ELSE '' END) AS p (prefix);

  EXECUTE format(
    $query$
    CREATE TEMPORARY TABLE checked_lines ON COMMIT DROP AS
    SELECT line, line_text, bytes, fields,
      CASE
        WHEN line_text IS NULL THEN 'not UTF-8 (each byte from 128 on is shown as \ooo)'
        WHEN cardinality(fields) < %1$s + %3$s
        THEN format(
          'too few fields: %%s%%s, but there are %1$s columns',
          greatest(cardinality(fields) - %3$s, 0), CASE %3$s WHEN 1 THEN ' with a ' || %4$L || ' after it' END)
        WHEN cardinality(fields) > %1$s + %3$s
        THEN format('too many fields: %%s, but there are %1$s columns', cardinality(fields) - %3$s)
        %2$s
        WHEN %3$s = 1 AND fields[%1$s + 1] <> '' THEN 'text after the last delimiter'
      END AS reason
    FROM pg_temp.file_lines
    CROSS JOIN LATERAL (
      SELECT CASE WHEN latin1 ~ '[^\x01-\x7f]' THEN convert_to(latin1, 'LATIN1') END AS bytes OFFSET 0) AS b
    CROSS JOIN LATERAL (
      SELECT CASE WHEN bytes IS NULL OR %5$L THEN latin1 ELSE text_of(bytes) END AS line_text OFFSET 0) AS t
    CROSS JOIN LATERAL (
      -- COPY reads one empty field here, string_to_array none
      SELECT CASE WHEN line_text = '' AND %1$s = 1 THEN '{""}' ELSE string_to_array(line_text, %4$L) END AS fields
      OFFSET 0) AS f
    $query$,
    columns, tests, at_end, delimiter, latin1);

  EXECUTE format(
    'INSERT INTO %s (%s) SELECT %s FROM pg_temp.checked_lines WHERE reason IS NULL ORDER BY line',
    into_table, names, fields);
  GET DIAGNOSTICS accepted = ROW_COUNT;
  EXECUTE format(
    'INSERT INTO %s (file, line, reason, row_text)'
    ' SELECT $1, line, reason, coalesce(line_text, encode(bytes, ''escape'')) FROM pg_temp.checked_lines'
    ' WHERE reason IS NOT NULL', staging(target, 'rejected'))
  USING (SELECT relname FROM pg_class WHERE oid = external);
  GET DIAGNOSTICS refused = ROW_COUNT;
END
$$;
