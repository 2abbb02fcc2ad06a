-- Makes an external table over the text files of ALL_CARD_TRANS, plain or gzip, and a view that converts each field and
-- names a row's problem. Hive reads the files where they are, and deletes none.
--
--   hive -f 01-text.hql --hivevar location=file:///data/cards
--
-- location: URI of the folder that holds the files, and nothing else.
--
-- Hive accepts malformed lines: a missing field or a bad number becomes NULL, and surplus fields are dropped. So the
-- table keeps every field as text, with one column for the text after the last '|', which must be empty, and one for
-- surplus fields. A line end stands for NULL here, because no text can hold one.
-- In the view, a bad number or date is NULL, and "problem" names any other wrong field.
CREATE EXTERNAL TABLE all_card_trans_text (
  card_no STRING,
  card_type STRING,
  mcc STRING,
  purchase_amt STRING,
  purchase_dt STRING,
  merchant_code STRING,
  merchant_city STRING,
  merchant_state STRING,
  merchant_zip STRING,
  after_last_delimiter STRING,
  and_more STRING
)
ROW FORMAT DELIMITED FIELDS TERMINATED BY '|' NULL DEFINED AS '\n'
STORED AS TEXTFILE
LOCATION '${hivevar:location}';

CREATE VIEW all_card_trans_checked AS
SELECT
  card_no,
  IF(card_type = '', NULL, card_type) AS card_type,
  CAST(IF(mcc LIKE '%.%', NULL, mcc) AS INT) AS mcc,
  CAST(IF(purchase_amt LIKE '%.%', NULL, purchase_amt) AS INT) AS purchase_amt,
  CAST(
    SUBSTR(purchase_dt, 7, 4) || '-' || SUBSTR(purchase_dt, 1, 2) || '-' || SUBSTR(purchase_dt, 4, 2) AS DATE
  ) AS purchase_dt,
  CAST(IF(merchant_code LIKE '%.%', NULL, merchant_code) AS INT) AS merchant_code,
  merchant_city,
  merchant_state,
  CAST(IF(merchant_zip LIKE '%.%', NULL, merchant_zip) AS INT) AS merchant_zip,
  CASE
    WHEN after_last_delimiter IS NULL THEN 'too few fields'
    WHEN after_last_delimiter <> '' OR and_more IS NOT NULL THEN 'too many fields'
    WHEN card_no = '' OR LENGTH(card_no) > 20 THEN 'card_no'
    WHEN LENGTH(card_type) > 20 THEN 'card_type'
    WHEN LENGTH(purchase_dt) <> 10 OR SUBSTR(purchase_dt, 3, 1) <> '/' OR SUBSTR(purchase_dt, 6, 1) <> '/'
      THEN 'purchase_dt'
    WHEN merchant_city = '' OR LENGTH(merchant_city) > 40 THEN 'merchant_city'
    WHEN merchant_state = '' OR LENGTH(merchant_state) > 3 THEN 'merchant_state'
    ELSE ''
  END AS problem,
  INPUT__FILE__NAME AS file,
  BLOCK__OFFSET__INSIDE__FILE AS first_byte,
  CONCAT_WS('|',
    card_no,
    card_type,
    mcc,
    purchase_amt,
    purchase_dt,
    merchant_code,
    merchant_city,
    merchant_state,
    merchant_zip,
    after_last_delimiter,
    and_more) AS line
FROM all_card_trans_text;
