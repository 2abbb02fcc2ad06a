-- Prints the files of the table that 02-heap.hql or 02-partitioned.hql makes: URI, number of rows, digest of the rows.
--
--   hive -S -f 06-files.hql
--
-- The digest is the one named "row" in ../../datasets/sql/fingerprint-all-card-trans-hive.sql. The sum of the digests of
-- all files modulo 2^64 is that of the table, if no text holds a '|', which could make two different rows one text. A row
-- with a '|' in a text has another digest here. Then the sum differs, too, and the columns must be compared.
SELECT
  file,
  COUNT(*),
  LPAD(LOWER(CONV(CAST(COALESCE(SUM(CAST(CONV(SUBSTR(MD5(IF(LENGTH(line) - LENGTH(REPLACE(line, '|', '')) = 8, line, CONCAT(line, '|'))), 1, 16), 16, 10) AS DECIMAL(20, 0))), 0) % 18446744073709551616BD AS STRING), 10, 16)), 16, '0')
FROM (
  SELECT
    INPUT__FILE__NAME AS file,
    CONCAT_WS('|',
      COALESCE(IF(SUBSTR(card_no, 1, 1) = '\\', CONCAT('\\', card_no), card_no), '\\N'),
      COALESCE(IF(SUBSTR(card_type, 1, 1) = '\\', CONCAT('\\', card_type), card_type), '\\N'),
      COALESCE(CAST(mcc AS STRING), '\\N'),
      COALESCE(CAST(purchase_amt AS STRING), '\\N'),
      COALESCE(CAST(purchase_dt AS STRING), '\\N'),
      COALESCE(CAST(merchant_code AS STRING), '\\N'),
      COALESCE(IF(SUBSTR(merchant_city, 1, 1) = '\\', CONCAT('\\', merchant_city), merchant_city), '\\N'),
      COALESCE(IF(SUBSTR(merchant_state, 1, 1) = '\\', CONCAT('\\', merchant_state), merchant_state), '\\N'),
      COALESCE(CAST(merchant_zip AS STRING), '\\N')) AS line
  FROM all_card_trans
) AS lines
GROUP BY file;
