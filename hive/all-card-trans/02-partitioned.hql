-- Makes the table to load, empty: ORC files partitioned by month, each month in 4 buckets by card_no.
--
--   hive -f 02-partitioned.hql --hivevar compression=zlib
--
-- compression: none, zlib, zstd or snappy.
CREATE TABLE all_card_trans (
  card_no VARCHAR(20),
  card_type VARCHAR(20),
  mcc INT,
  purchase_amt INT,
  purchase_dt DATE,
  merchant_code INT,
  merchant_city VARCHAR(40),
  merchant_state VARCHAR(3),
  merchant_zip INT
)
PARTITIONED BY (purchase_dt_month STRING)
CLUSTERED BY (card_no) INTO 4 BUCKETS
STORED AS ORC
TBLPROPERTIES ('orc.compress' = '${hivevar:compression}');
