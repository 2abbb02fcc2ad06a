-- Prints the number of rows that a load refuses, then the first ten in the order of the files: the file, the position of
-- the line in it (the byte, if the file is not compressed), the problem, the line.
--
--   hive -S -f 04-rejects.hql
CREATE OR REPLACE VIEW all_card_trans_loadpath_rejects AS
SELECT file, first_byte, problem, line
FROM (
  SELECT
    file,
    first_byte,
    CASE
      WHEN problem <> '' THEN problem
      WHEN mcc IS NULL THEN 'mcc'
      WHEN purchase_amt IS NULL THEN 'purchase_amt'
      WHEN purchase_dt IS NULL THEN 'purchase_dt'
      WHEN merchant_code IS NULL THEN 'merchant_code'
      WHEN merchant_zip IS NULL THEN 'merchant_zip'
    END AS problem,
    line
  FROM all_card_trans_checked
) AS checked
WHERE problem IS NOT NULL;

SELECT COUNT(*) FROM all_card_trans_loadpath_rejects;

SELECT file, first_byte, problem, line FROM all_card_trans_loadpath_rejects ORDER BY file, first_byte LIMIT 10;
