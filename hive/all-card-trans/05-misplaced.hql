-- Prints the number of rows in the table of 02-partitioned.hql that are in the wrong month's partition or the wrong
-- bucket: 0 after a load.
--
--   hive -S -f 05-misplaced.hql
--
-- A bucket is a file; its number is in the file's name: 000001_0, or bucket_00001 in a transactional table. Rows of a file
-- with another name count as misplaced.
SELECT COUNT(*)
FROM all_card_trans
WHERE purchase_dt_month <> SUBSTR(CAST(purchase_dt AS STRING), 1, 7)
  OR NOT (MURMUR_HASH(card_no) & 2147483647) % 4
    <=> CAST(REGEXP_EXTRACT(INPUT__FILE__NAME, '/(?:bucket_)?([0-9]+)[^/]*$', 1) AS INT);
