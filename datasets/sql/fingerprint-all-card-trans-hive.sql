-- The fingerprint of a table with the columns of ALL_CARD_TRANS, as one JSON object. Runs on Hive 4.0.1.
--
--   hive -S --hivevar table=all_card_trans -f fingerprint-all-card-trans-hive.sql
--
-- h(t) is the first 8 bytes of MD5(t) as an unsigned 64-bit number. A column's digest is the sum of h over all rows
-- modulo 2^64, "row" is the digest of the whole row with '|' between the fields: the order of the rows does not matter.
-- NULL counts as \N. The sums are exact: a DECIMAL holds 38 digits. purchase_dt is a DATE, or a STRING in ISO form.
WITH texts AS (
  SELECT
    card_no,
    COALESCE(card_type, '\\N') AS card_type,
    CAST(mcc AS STRING) AS mcc,
    CAST(purchase_amt AS STRING) AS purchase_amt,
    CAST(purchase_dt AS STRING) AS purchase_dt,
    CAST(merchant_code AS STRING) AS merchant_code,
    merchant_city,
    merchant_state,
    CAST(merchant_zip AS STRING) AS merchant_zip
  FROM ${hivevar:table}
),
hashes AS (
  SELECT
    CAST(CONV(SUBSTR(MD5(CONCAT_WS('|', card_no, card_type, mcc, purchase_amt, purchase_dt,
      merchant_code, merchant_city, merchant_state, merchant_zip)), 1, 16), 16, 10) AS DECIMAL(20, 0)) AS row_hash,
    CAST(CONV(SUBSTR(MD5(card_no), 1, 16), 16, 10) AS DECIMAL(20, 0)) AS card_no,
    CAST(CONV(SUBSTR(MD5(card_type), 1, 16), 16, 10) AS DECIMAL(20, 0)) AS card_type,
    CAST(CONV(SUBSTR(MD5(mcc), 1, 16), 16, 10) AS DECIMAL(20, 0)) AS mcc,
    CAST(CONV(SUBSTR(MD5(purchase_amt), 1, 16), 16, 10) AS DECIMAL(20, 0)) AS purchase_amt,
    CAST(CONV(SUBSTR(MD5(purchase_dt), 1, 16), 16, 10) AS DECIMAL(20, 0)) AS purchase_dt,
    CAST(CONV(SUBSTR(MD5(merchant_code), 1, 16), 16, 10) AS DECIMAL(20, 0)) AS merchant_code,
    CAST(CONV(SUBSTR(MD5(merchant_city), 1, 16), 16, 10) AS DECIMAL(20, 0)) AS merchant_city,
    CAST(CONV(SUBSTR(MD5(merchant_state), 1, 16), 16, 10) AS DECIMAL(20, 0)) AS merchant_state,
    CAST(CONV(SUBSTR(MD5(merchant_zip), 1, 16), 16, 10) AS DECIMAL(20, 0)) AS merchant_zip
  FROM texts
),
sums AS (
  SELECT
    COUNT(*) AS row_count,
    CAST(SUM(row_hash) % 18446744073709551616BD AS STRING) AS row_hash,
    CAST(SUM(card_no) % 18446744073709551616BD AS STRING) AS card_no,
    CAST(SUM(card_type) % 18446744073709551616BD AS STRING) AS card_type,
    CAST(SUM(mcc) % 18446744073709551616BD AS STRING) AS mcc,
    CAST(SUM(purchase_amt) % 18446744073709551616BD AS STRING) AS purchase_amt,
    CAST(SUM(purchase_dt) % 18446744073709551616BD AS STRING) AS purchase_dt,
    CAST(SUM(merchant_code) % 18446744073709551616BD AS STRING) AS merchant_code,
    CAST(SUM(merchant_city) % 18446744073709551616BD AS STRING) AS merchant_city,
    CAST(SUM(merchant_state) % 18446744073709551616BD AS STRING) AS merchant_state,
    CAST(SUM(merchant_zip) % 18446744073709551616BD AS STRING) AS merchant_zip
  FROM hashes
)
SELECT CONCAT(
  '{"rows": ', row_count,
  ', "row": "', LPAD(LOWER(CONV(COALESCE(row_hash, '0'), 10, 16)), 16, '0'),
  '", "columns": {"card_no": "', LPAD(LOWER(CONV(COALESCE(card_no, '0'), 10, 16)), 16, '0'),
  '", "card_type": "', LPAD(LOWER(CONV(COALESCE(card_type, '0'), 10, 16)), 16, '0'),
  '", "mcc": "', LPAD(LOWER(CONV(COALESCE(mcc, '0'), 10, 16)), 16, '0'),
  '", "purchase_amt": "', LPAD(LOWER(CONV(COALESCE(purchase_amt, '0'), 10, 16)), 16, '0'),
  '", "purchase_dt": "', LPAD(LOWER(CONV(COALESCE(purchase_dt, '0'), 10, 16)), 16, '0'),
  '", "merchant_code": "', LPAD(LOWER(CONV(COALESCE(merchant_code, '0'), 10, 16)), 16, '0'),
  '", "merchant_city": "', LPAD(LOWER(CONV(COALESCE(merchant_city, '0'), 10, 16)), 16, '0'),
  '", "merchant_state": "', LPAD(LOWER(CONV(COALESCE(merchant_state, '0'), 10, 16)), 16, '0'),
  '", "merchant_zip": "', LPAD(LOWER(CONV(COALESCE(merchant_zip, '0'), 10, 16)), 16, '0'),
  '"}}'
)
FROM sums;
