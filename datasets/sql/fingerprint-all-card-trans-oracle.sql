-- The fingerprint of a table with the columns of ALL_CARD_TRANS, as one JSON object. Oracle 12.1 or later.
--
--   sqlplus -S user@database @fingerprint-all-card-trans-oracle.sql ALL_CARD_TRANS
--
-- h(t) is the first 8 bytes of MD5(t) as an unsigned 64-bit number. A column's digest is the sum of h over all rows
-- modulo 2^64, "row" is the digest of the whole row with '|' between the fields: the order of the rows does not matter.
-- NULL counts as \N. To Oracle, '' and NULL are the same: a VARCHAR2 holds no '', so no load can turn one into the
-- other, and the fingerprint cannot tell them apart. The sums are exact: a NUMBER holds 38 digits.
-- STANDARD_HASH reads the bytes of the database's character set, which must be AL32UTF8 where texts are not ASCII.
WHENEVER OSERROR EXIT FAILURE ROLLBACK
WHENEVER SQLERROR EXIT FAILURE ROLLBACK
SET PAGESIZE 0
SET LINESIZE 1000
SET FEEDBACK OFF
SET VERIFY OFF

WITH texts AS (
  SELECT
    card_no,
    NVL(card_type, '\N') AS card_type,
    TO_CHAR(mcc) AS mcc,
    TO_CHAR(purchase_amt) AS purchase_amt,
    TO_CHAR(purchase_dt, 'YYYY-MM-DD') AS purchase_dt,
    TO_CHAR(merchant_code) AS merchant_code,
    merchant_city,
    merchant_state,
    TO_CHAR(merchant_zip) AS merchant_zip
  FROM &1
),
hashes AS (
  SELECT
    TO_NUMBER(SUBSTR(RAWTOHEX(STANDARD_HASH(
      card_no || '|' || card_type || '|' || mcc || '|' || purchase_amt || '|' || purchase_dt || '|' ||
      merchant_code || '|' || merchant_city || '|' || merchant_state || '|' || merchant_zip, 'MD5'
    )), 1, 16), 'XXXXXXXXXXXXXXXX') AS row_hash,
    TO_NUMBER(SUBSTR(RAWTOHEX(STANDARD_HASH(card_no, 'MD5')), 1, 16), 'XXXXXXXXXXXXXXXX') AS card_no,
    TO_NUMBER(SUBSTR(RAWTOHEX(STANDARD_HASH(card_type, 'MD5')), 1, 16), 'XXXXXXXXXXXXXXXX') AS card_type,
    TO_NUMBER(SUBSTR(RAWTOHEX(STANDARD_HASH(mcc, 'MD5')), 1, 16), 'XXXXXXXXXXXXXXXX') AS mcc,
    TO_NUMBER(SUBSTR(RAWTOHEX(STANDARD_HASH(purchase_amt, 'MD5')), 1, 16), 'XXXXXXXXXXXXXXXX') AS purchase_amt,
    TO_NUMBER(SUBSTR(RAWTOHEX(STANDARD_HASH(purchase_dt, 'MD5')), 1, 16), 'XXXXXXXXXXXXXXXX') AS purchase_dt,
    TO_NUMBER(SUBSTR(RAWTOHEX(STANDARD_HASH(merchant_code, 'MD5')), 1, 16), 'XXXXXXXXXXXXXXXX') AS merchant_code,
    TO_NUMBER(SUBSTR(RAWTOHEX(STANDARD_HASH(merchant_city, 'MD5')), 1, 16), 'XXXXXXXXXXXXXXXX') AS merchant_city,
    TO_NUMBER(SUBSTR(RAWTOHEX(STANDARD_HASH(merchant_state, 'MD5')), 1, 16), 'XXXXXXXXXXXXXXXX') AS merchant_state,
    TO_NUMBER(SUBSTR(RAWTOHEX(STANDARD_HASH(merchant_zip, 'MD5')), 1, 16), 'XXXXXXXXXXXXXXXX') AS merchant_zip
  FROM texts
),
sums AS (
  SELECT
    COUNT(*) AS row_count,
    MOD(NVL(SUM(row_hash), 0), 18446744073709551616) AS row_hash,
    MOD(NVL(SUM(card_no), 0), 18446744073709551616) AS card_no,
    MOD(NVL(SUM(card_type), 0), 18446744073709551616) AS card_type,
    MOD(NVL(SUM(mcc), 0), 18446744073709551616) AS mcc,
    MOD(NVL(SUM(purchase_amt), 0), 18446744073709551616) AS purchase_amt,
    MOD(NVL(SUM(purchase_dt), 0), 18446744073709551616) AS purchase_dt,
    MOD(NVL(SUM(merchant_code), 0), 18446744073709551616) AS merchant_code,
    MOD(NVL(SUM(merchant_city), 0), 18446744073709551616) AS merchant_city,
    MOD(NVL(SUM(merchant_state), 0), 18446744073709551616) AS merchant_state,
    MOD(NVL(SUM(merchant_zip), 0), 18446744073709551616) AS merchant_zip
  FROM hashes
)
SELECT
  '{"rows": ' || row_count ||
  ', "row": "' || LOWER(LPAD(TO_CHAR(row_hash, 'FMXXXXXXXXXXXXXXXX'), 16, '0')) ||
  '", "columns": {"card_no": "' || LOWER(LPAD(TO_CHAR(card_no, 'FMXXXXXXXXXXXXXXXX'), 16, '0')) ||
  '", "card_type": "' || LOWER(LPAD(TO_CHAR(card_type, 'FMXXXXXXXXXXXXXXXX'), 16, '0')) ||
  '", "mcc": "' || LOWER(LPAD(TO_CHAR(mcc, 'FMXXXXXXXXXXXXXXXX'), 16, '0')) ||
  '", "purchase_amt": "' || LOWER(LPAD(TO_CHAR(purchase_amt, 'FMXXXXXXXXXXXXXXXX'), 16, '0')) ||
  '", "purchase_dt": "' || LOWER(LPAD(TO_CHAR(purchase_dt, 'FMXXXXXXXXXXXXXXXX'), 16, '0')) ||
  '", "merchant_code": "' || LOWER(LPAD(TO_CHAR(merchant_code, 'FMXXXXXXXXXXXXXXXX'), 16, '0')) ||
  '", "merchant_city": "' || LOWER(LPAD(TO_CHAR(merchant_city, 'FMXXXXXXXXXXXXXXXX'), 16, '0')) ||
  '", "merchant_state": "' || LOWER(LPAD(TO_CHAR(merchant_state, 'FMXXXXXXXXXXXXXXXX'), 16, '0')) ||
  '", "merchant_zip": "' || LOWER(LPAD(TO_CHAR(merchant_zip, 'FMXXXXXXXXXXXXXXXX'), 16, '0')) ||
  '"}}' AS fingerprint
FROM sums;

EXIT SUCCESS
