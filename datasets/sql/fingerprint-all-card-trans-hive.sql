-- The fingerprint of a table with the columns of ALL_CARD_TRANS, as one JSON object. Runs on Hive 4.0.1.
--
--   hive -S --hivevar table=all_card_trans -f fingerprint-all-card-trans-hive.sql
--
-- h(t) is the first 8 bytes of MD5(t) as an unsigned 64-bit number. A column's digest is the sum of h over all rows
-- modulo 2^64; "row" is that of the whole row, with '|' between the fields. The order of the rows does not matter.
-- NULL counts as \N, and a text's backslash at the beginning is doubled. The sums are exact: a DECIMAL holds 38 digits.
-- A DATE may be a STRING in ISO form.
WITH canonical_texts AS (
  SELECT
    COALESCE(IF(SUBSTR(card_no, 1, 1) = '\\', CONCAT('\\', card_no), card_no), '\\N') AS card_no,
    COALESCE(IF(SUBSTR(card_type, 1, 1) = '\\', CONCAT('\\', card_type), card_type), '\\N') AS card_type,
    COALESCE(CAST(mcc AS STRING), '\\N') AS mcc,
    COALESCE(CAST(purchase_amt AS STRING), '\\N') AS purchase_amt,
    COALESCE(CAST(purchase_dt AS STRING), '\\N') AS purchase_dt,
    COALESCE(CAST(merchant_code AS STRING), '\\N') AS merchant_code,
    COALESCE(IF(SUBSTR(merchant_city, 1, 1) = '\\', CONCAT('\\', merchant_city), merchant_city), '\\N') AS merchant_city,
    COALESCE(IF(SUBSTR(merchant_state, 1, 1) = '\\', CONCAT('\\', merchant_state), merchant_state), '\\N') AS merchant_state,
    COALESCE(CAST(merchant_zip AS STRING), '\\N') AS merchant_zip
  FROM ${hivevar:table}
),
canonical_hashes AS (
  SELECT
    CAST(CONV(SUBSTR(MD5(card_no), 1, 16), 16, 10) AS DECIMAL(20, 0)) AS card_no,
    CAST(CONV(SUBSTR(MD5(card_type), 1, 16), 16, 10) AS DECIMAL(20, 0)) AS card_type,
    CAST(CONV(SUBSTR(MD5(mcc), 1, 16), 16, 10) AS DECIMAL(20, 0)) AS mcc,
    CAST(CONV(SUBSTR(MD5(purchase_amt), 1, 16), 16, 10) AS DECIMAL(20, 0)) AS purchase_amt,
    CAST(CONV(SUBSTR(MD5(purchase_dt), 1, 16), 16, 10) AS DECIMAL(20, 0)) AS purchase_dt,
    CAST(CONV(SUBSTR(MD5(merchant_code), 1, 16), 16, 10) AS DECIMAL(20, 0)) AS merchant_code,
    CAST(CONV(SUBSTR(MD5(merchant_city), 1, 16), 16, 10) AS DECIMAL(20, 0)) AS merchant_city,
    CAST(CONV(SUBSTR(MD5(merchant_state), 1, 16), 16, 10) AS DECIMAL(20, 0)) AS merchant_state,
    CAST(CONV(SUBSTR(MD5(merchant_zip), 1, 16), 16, 10) AS DECIMAL(20, 0)) AS merchant_zip,
    CAST(CONV(SUBSTR(MD5(CONCAT_WS('|',
      card_no,
      card_type,
      mcc,
      purchase_amt,
      purchase_dt,
      merchant_code,
      merchant_city,
      merchant_state,
      merchant_zip)), 1, 16), 16, 10) AS DECIMAL(20, 0)) AS whole_row
  FROM canonical_texts
),
canonical_digests AS (
  SELECT
    LPAD(LOWER(CONV(CAST(COALESCE(SUM(card_no), 0) % 18446744073709551616BD AS STRING), 10, 16)), 16, '0') AS card_no,
    LPAD(LOWER(CONV(CAST(COALESCE(SUM(card_type), 0) % 18446744073709551616BD AS STRING), 10, 16)), 16, '0') AS card_type,
    LPAD(LOWER(CONV(CAST(COALESCE(SUM(mcc), 0) % 18446744073709551616BD AS STRING), 10, 16)), 16, '0') AS mcc,
    LPAD(LOWER(CONV(CAST(COALESCE(SUM(purchase_amt), 0) % 18446744073709551616BD AS STRING), 10, 16)), 16, '0') AS purchase_amt,
    LPAD(LOWER(CONV(CAST(COALESCE(SUM(purchase_dt), 0) % 18446744073709551616BD AS STRING), 10, 16)), 16, '0') AS purchase_dt,
    LPAD(LOWER(CONV(CAST(COALESCE(SUM(merchant_code), 0) % 18446744073709551616BD AS STRING), 10, 16)), 16, '0') AS merchant_code,
    LPAD(LOWER(CONV(CAST(COALESCE(SUM(merchant_city), 0) % 18446744073709551616BD AS STRING), 10, 16)), 16, '0') AS merchant_city,
    LPAD(LOWER(CONV(CAST(COALESCE(SUM(merchant_state), 0) % 18446744073709551616BD AS STRING), 10, 16)), 16, '0') AS merchant_state,
    LPAD(LOWER(CONV(CAST(COALESCE(SUM(merchant_zip), 0) % 18446744073709551616BD AS STRING), 10, 16)), 16, '0') AS merchant_zip,
    LPAD(LOWER(CONV(CAST(COALESCE(SUM(whole_row), 0) % 18446744073709551616BD AS STRING), 10, 16)), 16, '0') AS whole_row,
    COUNT(*) AS row_count
  FROM canonical_hashes
)
SELECT CONCAT(
  '{"rows": ', row_count, ', "row": "', whole_row, '", "columns": {',
  '"card_no": "', card_no, '", ',
  '"card_type": "', card_type, '", ',
  '"mcc": "', mcc, '", ',
  '"purchase_amt": "', purchase_amt, '", ',
  '"purchase_dt": "', purchase_dt, '", ',
  '"merchant_code": "', merchant_code, '", ',
  '"merchant_city": "', merchant_city, '", ',
  '"merchant_state": "', merchant_state, '", ',
  '"merchant_zip": "', merchant_zip, '"',
  '}}'
)
FROM canonical_digests;
