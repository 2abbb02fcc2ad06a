-- The fingerprint of a table with the columns of LINEITEM, as one JSON object. Oracle 12.1 or later.
--
--   sqlplus user@database @fingerprint-lineitem-oracle.sql LINEITEM
--
-- h(t) is the first 8 bytes of MD5(t) as an unsigned 64-bit number. A column's digest is the sum of h over all rows
-- modulo 2^64; "row" is that of the whole row, with '|' between the fields. The order of the rows does not matter.
-- NULL counts as \N, and a text's backslash at the beginning is doubled.
-- To Oracle, '' and NULL are the same: a VARCHAR2 holds no '', so no load can turn one into the
-- other, and the fingerprint cannot tell them apart. The sums are exact: a NUMBER holds 38 digits.
-- STANDARD_HASH reads the bytes of the database's character set, which must be AL32UTF8 where texts are not ASCII.
WHENEVER OSERROR EXIT FAILURE ROLLBACK
WHENEVER SQLERROR EXIT FAILURE ROLLBACK
SET PAGESIZE 0
SET LINESIZE 4000
SET FEEDBACK OFF
SET VERIFY OFF

WITH canonical_texts AS (
  SELECT
    TO_CHAR(l_orderkey) AS l_orderkey,
    TO_CHAR(l_partkey) AS l_partkey,
    TO_CHAR(l_suppkey) AS l_suppkey,
    TO_CHAR(l_linenumber) AS l_linenumber,
    TO_CHAR(l_quantity, 'FM9999999999990.00') AS l_quantity,
    TO_CHAR(l_extendedprice, 'FM9999999999990.00') AS l_extendedprice,
    TO_CHAR(l_discount, 'FM9999999999990.00') AS l_discount,
    TO_CHAR(l_tax, 'FM9999999999990.00') AS l_tax,
    CASE INSTR(l_returnflag, '\') WHEN 1 THEN '\' || l_returnflag ELSE l_returnflag END AS l_returnflag,
    CASE INSTR(l_linestatus, '\') WHEN 1 THEN '\' || l_linestatus ELSE l_linestatus END AS l_linestatus,
    TO_CHAR(l_shipdate, 'YYYY-MM-DD') AS l_shipdate,
    TO_CHAR(l_commitdate, 'YYYY-MM-DD') AS l_commitdate,
    TO_CHAR(l_receiptdate, 'YYYY-MM-DD') AS l_receiptdate,
    CASE INSTR(l_shipinstruct, '\') WHEN 1 THEN '\' || l_shipinstruct ELSE l_shipinstruct END AS l_shipinstruct,
    CASE INSTR(l_shipmode, '\') WHEN 1 THEN '\' || l_shipmode ELSE l_shipmode END AS l_shipmode,
    CASE INSTR(l_comment, '\') WHEN 1 THEN '\' || l_comment ELSE l_comment END AS l_comment
  FROM &1
),
canonical_hashes AS (
  SELECT
    TO_NUMBER(SUBSTR(RAWTOHEX(STANDARD_HASH(l_orderkey, 'MD5')), 1, 16), 'XXXXXXXXXXXXXXXX') AS l_orderkey,
    TO_NUMBER(SUBSTR(RAWTOHEX(STANDARD_HASH(l_partkey, 'MD5')), 1, 16), 'XXXXXXXXXXXXXXXX') AS l_partkey,
    TO_NUMBER(SUBSTR(RAWTOHEX(STANDARD_HASH(l_suppkey, 'MD5')), 1, 16), 'XXXXXXXXXXXXXXXX') AS l_suppkey,
    TO_NUMBER(SUBSTR(RAWTOHEX(STANDARD_HASH(l_linenumber, 'MD5')), 1, 16), 'XXXXXXXXXXXXXXXX') AS l_linenumber,
    TO_NUMBER(SUBSTR(RAWTOHEX(STANDARD_HASH(l_quantity, 'MD5')), 1, 16), 'XXXXXXXXXXXXXXXX') AS l_quantity,
    TO_NUMBER(SUBSTR(RAWTOHEX(STANDARD_HASH(l_extendedprice, 'MD5')), 1, 16), 'XXXXXXXXXXXXXXXX') AS l_extendedprice,
    TO_NUMBER(SUBSTR(RAWTOHEX(STANDARD_HASH(l_discount, 'MD5')), 1, 16), 'XXXXXXXXXXXXXXXX') AS l_discount,
    TO_NUMBER(SUBSTR(RAWTOHEX(STANDARD_HASH(l_tax, 'MD5')), 1, 16), 'XXXXXXXXXXXXXXXX') AS l_tax,
    TO_NUMBER(SUBSTR(RAWTOHEX(STANDARD_HASH(l_returnflag, 'MD5')), 1, 16), 'XXXXXXXXXXXXXXXX') AS l_returnflag,
    TO_NUMBER(SUBSTR(RAWTOHEX(STANDARD_HASH(l_linestatus, 'MD5')), 1, 16), 'XXXXXXXXXXXXXXXX') AS l_linestatus,
    TO_NUMBER(SUBSTR(RAWTOHEX(STANDARD_HASH(l_shipdate, 'MD5')), 1, 16), 'XXXXXXXXXXXXXXXX') AS l_shipdate,
    TO_NUMBER(SUBSTR(RAWTOHEX(STANDARD_HASH(l_commitdate, 'MD5')), 1, 16), 'XXXXXXXXXXXXXXXX') AS l_commitdate,
    TO_NUMBER(SUBSTR(RAWTOHEX(STANDARD_HASH(l_receiptdate, 'MD5')), 1, 16), 'XXXXXXXXXXXXXXXX') AS l_receiptdate,
    TO_NUMBER(SUBSTR(RAWTOHEX(STANDARD_HASH(l_shipinstruct, 'MD5')), 1, 16), 'XXXXXXXXXXXXXXXX') AS l_shipinstruct,
    TO_NUMBER(SUBSTR(RAWTOHEX(STANDARD_HASH(l_shipmode, 'MD5')), 1, 16), 'XXXXXXXXXXXXXXXX') AS l_shipmode,
    TO_NUMBER(SUBSTR(RAWTOHEX(STANDARD_HASH(l_comment, 'MD5')), 1, 16), 'XXXXXXXXXXXXXXXX') AS l_comment,
    TO_NUMBER(SUBSTR(RAWTOHEX(STANDARD_HASH(
      l_orderkey || '|' ||
      l_partkey || '|' ||
      l_suppkey || '|' ||
      l_linenumber || '|' ||
      l_quantity || '|' ||
      l_extendedprice || '|' ||
      l_discount || '|' ||
      l_tax || '|' ||
      l_returnflag || '|' ||
      l_linestatus || '|' ||
      l_shipdate || '|' ||
      l_commitdate || '|' ||
      l_receiptdate || '|' ||
      l_shipinstruct || '|' ||
      l_shipmode || '|' ||
      l_comment, 'MD5')), 1, 16), 'XXXXXXXXXXXXXXXX') AS whole_row
  FROM canonical_texts
),
canonical_digests AS (
  SELECT
    LOWER(LPAD(TO_CHAR(MOD(NVL(SUM(l_orderkey), 0), 18446744073709551616), 'FMXXXXXXXXXXXXXXXX'), 16, '0')) AS l_orderkey,
    LOWER(LPAD(TO_CHAR(MOD(NVL(SUM(l_partkey), 0), 18446744073709551616), 'FMXXXXXXXXXXXXXXXX'), 16, '0')) AS l_partkey,
    LOWER(LPAD(TO_CHAR(MOD(NVL(SUM(l_suppkey), 0), 18446744073709551616), 'FMXXXXXXXXXXXXXXXX'), 16, '0')) AS l_suppkey,
    LOWER(LPAD(TO_CHAR(MOD(NVL(SUM(l_linenumber), 0), 18446744073709551616), 'FMXXXXXXXXXXXXXXXX'), 16, '0')) AS l_linenumber,
    LOWER(LPAD(TO_CHAR(MOD(NVL(SUM(l_quantity), 0), 18446744073709551616), 'FMXXXXXXXXXXXXXXXX'), 16, '0')) AS l_quantity,
    LOWER(LPAD(TO_CHAR(MOD(NVL(SUM(l_extendedprice), 0), 18446744073709551616), 'FMXXXXXXXXXXXXXXXX'), 16, '0')) AS l_extendedprice,
    LOWER(LPAD(TO_CHAR(MOD(NVL(SUM(l_discount), 0), 18446744073709551616), 'FMXXXXXXXXXXXXXXXX'), 16, '0')) AS l_discount,
    LOWER(LPAD(TO_CHAR(MOD(NVL(SUM(l_tax), 0), 18446744073709551616), 'FMXXXXXXXXXXXXXXXX'), 16, '0')) AS l_tax,
    LOWER(LPAD(TO_CHAR(MOD(NVL(SUM(l_returnflag), 0), 18446744073709551616), 'FMXXXXXXXXXXXXXXXX'), 16, '0')) AS l_returnflag,
    LOWER(LPAD(TO_CHAR(MOD(NVL(SUM(l_linestatus), 0), 18446744073709551616), 'FMXXXXXXXXXXXXXXXX'), 16, '0')) AS l_linestatus,
    LOWER(LPAD(TO_CHAR(MOD(NVL(SUM(l_shipdate), 0), 18446744073709551616), 'FMXXXXXXXXXXXXXXXX'), 16, '0')) AS l_shipdate,
    LOWER(LPAD(TO_CHAR(MOD(NVL(SUM(l_commitdate), 0), 18446744073709551616), 'FMXXXXXXXXXXXXXXXX'), 16, '0')) AS l_commitdate,
    LOWER(LPAD(TO_CHAR(MOD(NVL(SUM(l_receiptdate), 0), 18446744073709551616), 'FMXXXXXXXXXXXXXXXX'), 16, '0')) AS l_receiptdate,
    LOWER(LPAD(TO_CHAR(MOD(NVL(SUM(l_shipinstruct), 0), 18446744073709551616), 'FMXXXXXXXXXXXXXXXX'), 16, '0')) AS l_shipinstruct,
    LOWER(LPAD(TO_CHAR(MOD(NVL(SUM(l_shipmode), 0), 18446744073709551616), 'FMXXXXXXXXXXXXXXXX'), 16, '0')) AS l_shipmode,
    LOWER(LPAD(TO_CHAR(MOD(NVL(SUM(l_comment), 0), 18446744073709551616), 'FMXXXXXXXXXXXXXXXX'), 16, '0')) AS l_comment,
    LOWER(LPAD(TO_CHAR(MOD(NVL(SUM(whole_row), 0), 18446744073709551616), 'FMXXXXXXXXXXXXXXXX'), 16, '0')) AS whole_row,
    COUNT(*) AS row_count
  FROM canonical_hashes
)
SELECT
  '{"rows": ' || row_count || ', "row": "' || whole_row || '", "columns": {' ||
  '"l_orderkey": "' || l_orderkey || '", ' ||
  '"l_partkey": "' || l_partkey || '", ' ||
  '"l_suppkey": "' || l_suppkey || '", ' ||
  '"l_linenumber": "' || l_linenumber || '", ' ||
  '"l_quantity": "' || l_quantity || '", ' ||
  '"l_extendedprice": "' || l_extendedprice || '", ' ||
  '"l_discount": "' || l_discount || '", ' ||
  '"l_tax": "' || l_tax || '", ' ||
  '"l_returnflag": "' || l_returnflag || '", ' ||
  '"l_linestatus": "' || l_linestatus || '", ' ||
  '"l_shipdate": "' || l_shipdate || '", ' ||
  '"l_commitdate": "' || l_commitdate || '", ' ||
  '"l_receiptdate": "' || l_receiptdate || '", ' ||
  '"l_shipinstruct": "' || l_shipinstruct || '", ' ||
  '"l_shipmode": "' || l_shipmode || '", ' ||
  '"l_comment": "' || l_comment || '"' ||
  '}}' AS fingerprint
FROM canonical_digests;

EXIT SUCCESS
