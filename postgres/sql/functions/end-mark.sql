-- The search for the line at which COPY stops to read. Part of functions.sql.

-- The comment on the external table of a file without the line \. (see require_no_end_mark). It is another one for other
-- content; always, if this role may not ask for a file's size and time.
CREATE OR REPLACE FUNCTION :functions.searched(path text) RETURNS text
LANGUAGE plpgsql VOLATILE SET search_path FROM CURRENT AS $$
DECLARE
  state text := clock_timestamp();
BEGIN
  IF has_function_privilege('pg_stat_file(text)', 'EXECUTE') THEN
    SELECT format('%s bytes of %s', size, extract(epoch FROM modification)) INTO state FROM pg_stat_file(path);
  END IF;
  RETURN format('made over %s (%s), and dropped by the next load', path, state);
END
$$;

-- Refuses a file with the line \. at which the server stops to read, without an error: in the format csv before
-- PostgreSQL 18, in the format text always. A line inside quotes is refused, too. Reads the file, unless it is the one
-- over which the external table was made.
CREATE OR REPLACE PROCEDURE :functions.require_no_end_mark(external regclass)
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  mark text := obj_description(external, 'pg_class');
  path text := option_of(external, 'filename');
  marked boolean := false;
  start bigint := 0;
  block bytea;
  bytes bytea := '\x0a';
BEGIN
  IF current_setting('server_version_num')::integer >= 180000 AND option_of(external, 'format') = 'csv'
    OR mark = 'Loadpath: ' || searched(substring(mark FROM '^Loadpath: made over (.*) \([^(]*$')) THEN
    RETURN;
  ELSIF path IS NOT NULL THEN
    LOOP
      block := pg_read_binary_file(path, start, 1000000);
      -- the last three bytes may begin the line
      bytes := substr(bytes, greatest(length(bytes) - 2, 1)) || CASE length(block) WHEN 0 THEN '\x0a' ELSE block END;
      marked := position('\x0a5c2e0a' IN bytes) > 0 OR position('\x0a5c2e0d' IN bytes) > 0;
      EXIT WHEN marked OR length(block) = 0;
      start := start + length(block);
    END LOOP;
  ELSE
    CREATE TEMPORARY TABLE end_marks (lines bigint);
    -- the exit code is the program's, which may have failed before the line; grep's is 1 without such a line
    EXECUTE format(
      'COPY pg_temp.end_marks FROM PROGRAM %L',
      format(
        'exec 3>&1; exit $({ { %s; echo $? >&4; } | tr ''\r'' ''\n'' | LC_ALL=C grep -cxF ''\.'' >&3; } 4>&1)',
        option_of(external, 'program')));
    SELECT lines > 0 INTO marked FROM pg_temp.end_marks;
    DROP TABLE pg_temp.end_marks;
  END IF;
  IF marked THEN
    RAISE EXCEPTION 'the file of the external table % has the line \., at which COPY stops to read', external USING
      HINT = 'Write the text as "\." if the format has quotes, or remove the line. PostgreSQL 18 reads it in CSV files.';
  END IF;
END
$$;
