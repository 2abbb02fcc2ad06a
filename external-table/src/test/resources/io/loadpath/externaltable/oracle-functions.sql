-- The functions of Oracle that the fingerprint and Q1 use, for PostgreSQL 16 or later, with the meaning that the SQL Language
-- Reference of Oracle Database 19c gives them. With this schema first on the search path, a query that is written for
-- Oracle runs as it stands. Whatever the reference leaves open, or the two do not need, is an error here.
-- ABS, AVG, COUNT, SUM, MOD, ROUND, SUBSTR, LOWER, LPAD, TRIM, CHR, and TO_CHAR of a BINARY_DOUBLE, with the arguments that
-- the two give them, are PostgreSQL's own: they mean the same in both. In both a NaN is greater than every other number,
-- and equal to itself.
CREATE SCHEMA oracle;

-- NVL(expr1, expr2): expr2 where expr1 is NULL, otherwise expr1.
CREATE FUNCTION oracle.nvl(expr1 anycompatible, expr2 anycompatible) RETURNS anycompatible
LANGUAGE sql IMMUTABLE AS $$
SELECT coalesce(expr1, expr2)
$$;

-- char1 || char2: NULL counts as an empty text, and an empty text is NULL. A VARCHAR2 has at most 4000 bytes.
CREATE FUNCTION oracle.concatenation(char1 text, char2 text) RETURNS text
LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF octet_length(concat(char1, char2)) > 4000 THEN
    RAISE EXCEPTION 'ORA-01489: result of string concatenation is too long';
  END IF;
  RETURN nullif(concat(char1, char2), '');
END
$$;

CREATE OPERATOR oracle.|| (FUNCTION = oracle.concatenation, LEFTARG = text, RIGHTARG = text);

-- CLOB: a text of any length, and a type beside VARCHAR2. char1 || char2 is a CLOB where one of them is.
CREATE TYPE oracle.clob;
CREATE FUNCTION oracle.clob_in(cstring) RETURNS oracle.clob LANGUAGE internal IMMUTABLE STRICT AS 'textin';
CREATE FUNCTION oracle.clob_out(oracle.clob) RETURNS cstring LANGUAGE internal IMMUTABLE STRICT AS 'textout';
CREATE TYPE oracle.clob (INPUT = oracle.clob_in, OUTPUT = oracle.clob_out, LIKE = text);
CREATE CAST (text AS oracle.clob) WITHOUT FUNCTION AS ASSIGNMENT;
CREATE CAST (varchar AS oracle.clob) WITHOUT FUNCTION AS ASSIGNMENT;
CREATE CAST (oracle.clob AS text) WITHOUT FUNCTION;

CREATE FUNCTION oracle.to_clob(lob_column text) RETURNS oracle.clob
LANGUAGE sql IMMUTABLE
RETURN lob_column::oracle.clob;

CREATE FUNCTION oracle.clob_concatenation(char1 oracle.clob, char2 text) RETURNS oracle.clob
LANGUAGE sql STABLE
RETURN nullif(concat(char1::text, char2), '')::oracle.clob;

CREATE FUNCTION oracle.clob_concatenation(char1 oracle.clob, char2 oracle.clob) RETURNS oracle.clob
LANGUAGE sql STABLE
RETURN oracle.clob_concatenation(char1, char2::text);

CREATE FUNCTION oracle.clob_concatenation(char1 oracle.clob, number bigint) RETURNS oracle.clob
LANGUAGE sql STABLE
RETURN oracle.clob_concatenation(char1, number::text);

CREATE OPERATOR oracle.|| (FUNCTION = oracle.clob_concatenation, LEFTARG = oracle.clob, RIGHTARG = text);
CREATE OPERATOR oracle.|| (FUNCTION = oracle.clob_concatenation, LEFTARG = oracle.clob, RIGHTARG = oracle.clob);
CREATE OPERATOR oracle.|| (FUNCTION = oracle.clob_concatenation, LEFTARG = oracle.clob, RIGHTARG = bigint);

-- INSTR(string, substring): the place of the first occurrence, counted from 1; 0 without one. NULL is of no string.
CREATE FUNCTION oracle.instr(string text, wanted text) RETURNS integer
LANGUAGE sql IMMUTABLE
RETURN strpos(string, wanted);

CREATE FUNCTION oracle.instr(string oracle.clob, wanted text) RETURNS integer
LANGUAGE sql IMMUTABLE
RETURN strpos(string::text, wanted);

-- TO_BINARY_DOUBLE(expr): of a text; 'INF', '-INF' and 'NaN' in any case are the values that numbers do not have.
CREATE FUNCTION oracle.to_binary_double(expr text) RETURNS double precision
LANGUAGE sql IMMUTABLE
RETURN expr::double precision;

-- SUM of BINARY_DOUBLE: infinite where a double is too small for it; in PostgreSQL that is an error.
CREATE FUNCTION oracle.binary_double_sum(total double precision, n double precision) RETURNS double precision
LANGUAGE plpgsql IMMUTABLE STRICT AS $$
BEGIN
  RETURN total + n;
EXCEPTION WHEN numeric_value_out_of_range THEN
  RETURN sign(n) * 'Infinity'::double precision;
END
$$;

CREATE AGGREGATE oracle.sum(double precision) (SFUNC = oracle.binary_double_sum, STYPE = double precision);

-- SYS_EXTRACT_UTC(datetime_with_timezone): the time of day at UTC.
CREATE FUNCTION oracle.sys_extract_utc(datetime timestamptz) RETURNS timestamp
LANGUAGE sql IMMUTABLE
RETURN datetime AT TIME ZONE 'UTC';

-- TO_CHAR(datetime, fmt): as PostgreSQL, which knows FF1 to FF6. Digits behind those are zeros, as it has no others.
CREATE FUNCTION oracle.to_char(datetime timestamp, fmt text) RETURNS text
LANGUAGE sql IMMUTABLE
RETURN CASE
  WHEN fmt ~ 'FF[789]$' THEN rpad(pg_catalog.to_char(datetime, regexp_replace(fmt, 'FF.$', 'FF6')), 20 + right(fmt, 1)::integer, '0')
  ELSE pg_catalog.to_char(datetime, fmt)
END;

-- TO_CHAR(n): exactly long enough for the significant digits; no zero stands before the point.
CREATE FUNCTION oracle.to_char(n numeric) RETURNS text
LANGUAGE sql IMMUTABLE
RETURN regexp_replace(trim_scale(n)::text, '^(-?)0[.]', '\1.');

-- TO_CHAR(n, fmt) with X: hexadecimal, in upper case where X is; one leading blank unless FM takes it away; pound signs
-- where the number has more digits than the mask; a negative number is an error. With FM, 9, 0 and a point: as PostgreSQL.
CREATE FUNCTION oracle.to_char(n numeric, fmt text) RETURNS text
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  size integer := length(regexp_replace(fmt, '^FM', ''));
  left_over numeric := round(n);
  digits text := '';
BEGIN
  IF fmt ~ '^FM9*0([.]0+)?$' AND length(fmt) <= 63 THEN
    RETURN pg_catalog.to_char(n, fmt);
  END IF;
  IF fmt !~ '^(FM)?X+$' OR n < 0 THEN
    RAISE EXCEPTION 'TO_CHAR(%, ''%'') is not defined here', n, fmt;
  END IF;
  LOOP
    digits := concat(substr('0123456789ABCDEF', mod(left_over, 16)::integer + 1, 1), digits);
    left_over := div(left_over, 16);
    EXIT WHEN left_over = 0;
  END LOOP;
  IF length(digits) > size THEN
    RETURN repeat('#', size + 1);
  END IF;
  RETURN concat(CASE WHEN fmt LIKE 'FM%' THEN '' ELSE ' ' END, digits);
END
$$;

-- TO_NUMBER(expr, fmt) with X: the number whose hexadecimal digits, no more than the mask has, are in expr.
CREATE FUNCTION oracle.to_number(expr text, fmt text) RETURNS numeric
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF fmt !~ '^X+$' THEN
    RAISE EXCEPTION 'TO_NUMBER with the mask ''%'' is not defined here', fmt;
  END IF;
  IF expr !~ '^[0-9A-Fa-f]+$' OR length(expr) > length(fmt) THEN
    RAISE EXCEPTION 'ORA-01722: invalid number: ''%''', expr;
  END IF;
  RETURN concat('0x', expr)::numeric;
END
$$;

-- STANDARD_HASH(expr, 'MD5'): the hash of the text's bytes, a RAW.
CREATE FUNCTION oracle.standard_hash(expr text, method text) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF expr IS NULL OR method IS DISTINCT FROM 'MD5' THEN
    RAISE EXCEPTION 'STANDARD_HASH(%, %) is not defined here', quote_nullable(expr), quote_nullable(method);
  END IF;
  RETURN decode(md5(expr), 'hex');
END
$$;

-- DBMS_CRYPTO.HASH(src, 2): the MD5 of a CLOB's text in AL32UTF8, a RAW.
CREATE SCHEMA IF NOT EXISTS dbms_crypto;
CREATE FUNCTION dbms_crypto.hash(src oracle.clob, typ integer) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF src IS NULL OR typ IS DISTINCT FROM 2 THEN
    RAISE EXCEPTION 'DBMS_CRYPTO.HASH(%, %) is not defined here', src, typ;
  END IF;
  RETURN decode(md5(src::text), 'hex');
END
$$;

-- RAWTOHEX(raw): two hexadecimal digits for each byte, in upper case.
CREATE FUNCTION oracle.rawtohex(raw bytea) RETURNS text
LANGUAGE sql IMMUTABLE
RETURN upper(encode(raw, 'hex'));

-- A VARCHAR2 holds no empty text, and a RAW no empty bytes: they are NULL. A trigger of the table that is filled calls this.
CREATE FUNCTION oracle.empty_text_is_null() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  empty jsonb := (SELECT jsonb_object_agg(key, NULL) FROM jsonb_each_text(to_jsonb(NEW)) WHERE value IN ('', '\x'));
BEGIN
  RETURN CASE WHEN empty IS NULL THEN NEW ELSE jsonb_populate_record(NEW, empty) END;
END
$$;
