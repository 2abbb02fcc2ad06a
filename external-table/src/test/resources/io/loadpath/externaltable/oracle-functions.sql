-- The functions of Oracle that the fingerprint and Q1 use, for PostgreSQL 16 or later, with the meaning that the SQL Language
-- Reference of Oracle Database 19c gives them. With this schema first on the search path, a query that is written for
-- Oracle runs as it stands. Whatever the reference leaves open, or the two do not need, is an error here.
-- AVG, COUNT, SUM, MOD, ROUND, SUBSTR, LOWER and LPAD with the arguments that the two give them are PostgreSQL's own: they
-- mean the same in both.
CREATE SCHEMA oracle;

-- NVL(expr1, expr2): expr2 where expr1 is NULL, otherwise expr1.
CREATE FUNCTION oracle.nvl(expr1 anycompatible, expr2 anycompatible) RETURNS anycompatible
LANGUAGE sql IMMUTABLE AS $$
SELECT coalesce(expr1, expr2)
$$;

-- char1 || char2: NULL counts as an empty text, and an empty text is NULL.
CREATE FUNCTION oracle.concatenation(char1 text, char2 text) RETURNS text
LANGUAGE sql STABLE
RETURN nullif(concat(char1, char2), '');

CREATE OPERATOR oracle.|| (FUNCTION = oracle.concatenation, LEFTARG = text, RIGHTARG = text);

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
  IF fmt ~ '^FM9+0[.]0+$' THEN
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

-- RAWTOHEX(raw): two hexadecimal digits for each byte, in upper case.
CREATE FUNCTION oracle.rawtohex(raw bytea) RETURNS text
LANGUAGE sql IMMUTABLE
RETURN upper(encode(raw, 'hex'));

-- A VARCHAR2 holds no empty text: '' is NULL. A trigger of the table that is filled calls this.
CREATE FUNCTION oracle.empty_text_is_null() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.card_type := nullif(NEW.card_type, '');
  RETURN NEW;
END
$$;
