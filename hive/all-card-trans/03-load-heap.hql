-- Loads the files of 01-text.hql into the table of 02-heap.hql, and replaces its rows.
--
--   hive -f 03-load-heap.hql --hivevar compression=zlib
--
-- compression: as in 02-heap.hql; LIKE does not copy it.
--
-- All or nothing: the rows go into a new table, which gets the old one's name when it is complete. The first row that the
-- table cannot take ends the load with "NOT NULL constraint violated"; 04-rejects.hql lists such rows.
-- If a session is killed between the renames, all_card_trans_loadpath_old and all_card_trans_loadpath_new are both complete, and no table
-- has the name: rename one of them. Until then, TOUCH makes every load fail before it drops anything.
--
-- RAND makes Hive check after it converts; otherwise it would convert twice. Hive would also gather column statistics:
-- they are left to ANALYZE.
ALTER TABLE all_card_trans TOUCH;

DROP TABLE IF EXISTS all_card_trans_loadpath_new;
DROP TABLE IF EXISTS all_card_trans_loadpath_old;
CREATE TABLE all_card_trans_loadpath_new LIKE all_card_trans TBLPROPERTIES ('orc.compress' = '${hivevar:compression}');

SET hive.stats.column.autogather=false;

INSERT OVERWRITE TABLE all_card_trans_loadpath_new
SELECT
  card_no,
  card_type,
  mcc,
  purchase_amt,
  purchase_dt,
  merchant_code,
  merchant_city,
  merchant_state,
  merchant_zip
FROM all_card_trans_checked
WHERE ENFORCE_CONSTRAINT(
  RAND() >= 0
  AND problem = ''
  AND mcc IS NOT NULL
  AND purchase_amt IS NOT NULL
  AND purchase_dt IS NOT NULL
  AND merchant_code IS NOT NULL
  AND merchant_zip IS NOT NULL
);

ALTER TABLE all_card_trans RENAME TO all_card_trans_loadpath_old;
ALTER TABLE all_card_trans_loadpath_new RENAME TO all_card_trans;
DROP TABLE all_card_trans_loadpath_old;
