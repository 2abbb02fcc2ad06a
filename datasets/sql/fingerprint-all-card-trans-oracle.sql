-- The fingerprint of a table with the columns of ALL_CARD_TRANS, as one JSON object. Oracle 12.1 or later.
--
--   sqlplus user@database @fingerprint-all-card-trans-oracle.sql ALL_CARD_TRANS
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
    CASE INSTR(card_no, '\') WHEN 1 THEN '\' || card_no ELSE card_no END AS card_no,
    NVL(CASE INSTR(card_type, '\') WHEN 1 THEN '\' || card_type ELSE card_type END, '\N') AS card_type,
    TO_CHAR(mcc) AS mcc,
    TO_CHAR(purchase_amt) AS purchase_amt,
    TO_CHAR(purchase_dt, 'YYYY-MM-DD') AS purchase_dt,
    TO_CHAR(merchant_code) AS merchant_code,
    CASE INSTR(merchant_city, '\') WHEN 1 THEN '\' || merchant_city ELSE merchant_city END AS merchant_city,
    CASE INSTR(merchant_state, '\') WHEN 1 THEN '\' || merchant_state ELSE merchant_state END AS merchant_state,
    TO_CHAR(merchant_zip) AS merchant_zip
  FROM &1
),
canonical_hashes AS (
  SELECT
    TO_NUMBER(SUBSTR(RAWTOHEX(STANDARD_HASH(card_no, 'MD5')), 1, 16), 'XXXXXXXXXXXXXXXX') AS card_no,
    TO_NUMBER(SUBSTR(RAWTOHEX(STANDARD_HASH(card_type, 'MD5')), 1, 16), 'XXXXXXXXXXXXXXXX') AS card_type,
    TO_NUMBER(SUBSTR(RAWTOHEX(STANDARD_HASH(mcc, 'MD5')), 1, 16), 'XXXXXXXXXXXXXXXX') AS mcc,
    TO_NUMBER(SUBSTR(RAWTOHEX(STANDARD_HASH(purchase_amt, 'MD5')), 1, 16), 'XXXXXXXXXXXXXXXX') AS purchase_amt,
    TO_NUMBER(SUBSTR(RAWTOHEX(STANDARD_HASH(purchase_dt, 'MD5')), 1, 16), 'XXXXXXXXXXXXXXXX') AS purchase_dt,
    TO_NUMBER(SUBSTR(RAWTOHEX(STANDARD_HASH(merchant_code, 'MD5')), 1, 16), 'XXXXXXXXXXXXXXXX') AS merchant_code,
    TO_NUMBER(SUBSTR(RAWTOHEX(STANDARD_HASH(merchant_city, 'MD5')), 1, 16), 'XXXXXXXXXXXXXXXX') AS merchant_city,
    TO_NUMBER(SUBSTR(RAWTOHEX(STANDARD_HASH(merchant_state, 'MD5')), 1, 16), 'XXXXXXXXXXXXXXXX') AS merchant_state,
    TO_NUMBER(SUBSTR(RAWTOHEX(STANDARD_HASH(merchant_zip, 'MD5')), 1, 16), 'XXXXXXXXXXXXXXXX') AS merchant_zip,
    TO_NUMBER(SUBSTR(RAWTOHEX(STANDARD_HASH(
      card_no || '|' ||
      card_type || '|' ||
      mcc || '|' ||
      purchase_amt || '|' ||
      purchase_dt || '|' ||
      merchant_code || '|' ||
      merchant_city || '|' ||
      merchant_state || '|' ||
      merchant_zip, 'MD5')), 1, 16), 'XXXXXXXXXXXXXXXX') AS whole_row
  FROM canonical_texts
),
canonical_digests AS (
  SELECT
    LOWER(LPAD(TO_CHAR(MOD(NVL(SUM(card_no), 0), 18446744073709551616), 'FMXXXXXXXXXXXXXXXX'), 16, '0')) AS card_no,
    LOWER(LPAD(TO_CHAR(MOD(NVL(SUM(card_type), 0), 18446744073709551616), 'FMXXXXXXXXXXXXXXXX'), 16, '0')) AS card_type,
    LOWER(LPAD(TO_CHAR(MOD(NVL(SUM(mcc), 0), 18446744073709551616), 'FMXXXXXXXXXXXXXXXX'), 16, '0')) AS mcc,
    LOWER(LPAD(TO_CHAR(MOD(NVL(SUM(purchase_amt), 0), 18446744073709551616), 'FMXXXXXXXXXXXXXXXX'), 16, '0')) AS purchase_amt,
    LOWER(LPAD(TO_CHAR(MOD(NVL(SUM(purchase_dt), 0), 18446744073709551616), 'FMXXXXXXXXXXXXXXXX'), 16, '0')) AS purchase_dt,
    LOWER(LPAD(TO_CHAR(MOD(NVL(SUM(merchant_code), 0), 18446744073709551616), 'FMXXXXXXXXXXXXXXXX'), 16, '0')) AS merchant_code,
    LOWER(LPAD(TO_CHAR(MOD(NVL(SUM(merchant_city), 0), 18446744073709551616), 'FMXXXXXXXXXXXXXXXX'), 16, '0')) AS merchant_city,
    LOWER(LPAD(TO_CHAR(MOD(NVL(SUM(merchant_state), 0), 18446744073709551616), 'FMXXXXXXXXXXXXXXXX'), 16, '0')) AS merchant_state,
    LOWER(LPAD(TO_CHAR(MOD(NVL(SUM(merchant_zip), 0), 18446744073709551616), 'FMXXXXXXXXXXXXXXXX'), 16, '0')) AS merchant_zip,
    LOWER(LPAD(TO_CHAR(MOD(NVL(SUM(whole_row), 0), 18446744073709551616), 'FMXXXXXXXXXXXXXXXX'), 16, '0')) AS whole_row,
    COUNT(*) AS row_count
  FROM canonical_hashes
)
SELECT
  '{"rows": ' || row_count || ', "row": "' || whole_row || '", "columns": {' ||
  '"card_no": "' || card_no || '", ' ||
  '"card_type": "' || card_type || '", ' ||
  '"mcc": "' || mcc || '", ' ||
  '"purchase_amt": "' || purchase_amt || '", ' ||
  '"purchase_dt": "' || purchase_dt || '", ' ||
  '"merchant_code": "' || merchant_code || '", ' ||
  '"merchant_city": "' || merchant_city || '", ' ||
  '"merchant_state": "' || merchant_state || '", ' ||
  '"merchant_zip": "' || merchant_zip || '"' ||
  '}}' AS fingerprint
FROM canonical_digests;

EXIT SUCCESS
