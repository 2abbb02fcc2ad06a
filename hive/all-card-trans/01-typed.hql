-- Makes an external table over the text files of ALL_CARD_TRANS with the types of its columns, for a load without
-- checks: Hive turns a bad number or date into NULL, and drops surplus fields.
--
--   hive -f 01-typed.hql --hivevar location=file:///data/cards
--
-- location: as in 01-text.hql.
CREATE EXTERNAL TABLE all_card_trans_typed (
  card_no VARCHAR(20),
  card_type VARCHAR(20),
  mcc INT,
  purchase_amt INT,
  purchase_dt STRING,
  merchant_code INT,
  merchant_city VARCHAR(40),
  merchant_state VARCHAR(3),
  merchant_zip INT
)
ROW FORMAT DELIMITED FIELDS TERMINATED BY '|' NULL DEFINED AS ''
STORED AS TEXTFILE
LOCATION '${hivevar:location}';
