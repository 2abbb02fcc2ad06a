-- Loads the files of 01-text.hql into the table of 02-partitioned.hql, and replaces its rows. Otherwise like
-- 03-load-heap.hql.
--
--   hive -f 03-load-partitioned.hql --hivevar compression=zlib
ALTER TABLE all_card_trans TOUCH;

DROP TABLE IF EXISTS all_card_trans_loadpath_new;
DROP TABLE IF EXISTS all_card_trans_loadpath_old;
CREATE TABLE all_card_trans_loadpath_new LIKE all_card_trans TBLPROPERTIES ('orc.compress' = '${hivevar:compression}');

SET hive.stats.column.autogather=false;
SET hive.exec.dynamic.partition.mode=nonstrict;
-- each bucket of each month counts
SET hive.exec.max.dynamic.partitions=10000;
SET hive.exec.max.dynamic.partitions.pernode=10000;

INSERT OVERWRITE TABLE all_card_trans_loadpath_new PARTITION (purchase_dt_month)
SELECT
  card_no,
  card_type,
  mcc,
  purchase_amt,
  purchase_dt,
  merchant_code,
  merchant_city,
  merchant_state,
  merchant_zip,
  SUBSTR(CAST(purchase_dt AS STRING), 1, 7) AS purchase_dt_month
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
