-- Loads the files of 01-typed.hql into the table of 02-partitioned.hql without checks, and replaces its rows.
--
--   hive -f 03-insert-partitioned.hql
SET hive.stats.column.autogather=false;
SET hive.exec.dynamic.partition.mode=nonstrict;
-- each bucket of each month counts
SET hive.exec.max.dynamic.partitions=10000;
SET hive.exec.max.dynamic.partitions.pernode=10000;

INSERT OVERWRITE TABLE all_card_trans PARTITION (purchase_dt_month)
SELECT
  card_no,
  card_type,
  mcc,
  purchase_amt,
  CAST(
    SUBSTR(purchase_dt, 7, 4) || '-' || SUBSTR(purchase_dt, 1, 2) || '-' || SUBSTR(purchase_dt, 4, 2) AS DATE
  ) AS purchase_dt,
  merchant_code,
  merchant_city,
  merchant_state,
  merchant_zip,
  SUBSTR(purchase_dt, 7, 4) || '-' || SUBSTR(purchase_dt, 1, 2) AS purchase_dt_month
FROM all_card_trans_typed;
