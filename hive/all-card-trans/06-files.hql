-- Prints the files of the table that 02-heap.hql or 02-partitioned.hql makes: URI, number of rows, digest of the rows.
--
--   hive -S -f 06-files.hql
--
-- The digest is the one named "row" in ../../datasets/sql/fingerprint-all-card-trans-hive.sql. The sum of the digests of
-- all files modulo 2^64 is that of the table.
SELECT
  file,
  COUNT(*),
  LPAD(LOWER(CONV(CAST(SUM(CAST(CONV(SUBSTR(MD5(line), 1, 16), 16, 10) AS DECIMAL(20, 0))) % 18446744073709551616BD
    AS STRING), 10, 16)), 16, '0')
FROM (
  SELECT
    INPUT__FILE__NAME AS file,
    CONCAT_WS('|', card_no, COALESCE(card_type, '\\N'), CAST(mcc AS STRING), CAST(purchase_amt AS STRING),
      CAST(purchase_dt AS STRING), CAST(merchant_code AS STRING), merchant_city, merchant_state,
      CAST(merchant_zip AS STRING)) AS line
  FROM all_card_trans
) AS lines
GROUP BY file;
