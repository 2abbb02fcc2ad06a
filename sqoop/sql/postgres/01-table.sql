-- Makes an empty table for ALL_CARD_TRANS, which `sqoop export` fills and `sqoop import` reads.
--
--   psql -v table=all_card_trans -f 01-table.sql
--
-- Numbers of six and seven digits are integers: as numeric they would cost about 40 % more CPU to load.
\set ON_ERROR_STOP on

CREATE TABLE :"table" (
  card_no varchar(20) NOT NULL,
  card_type varchar(20),
  mcc integer NOT NULL,
  purchase_amt integer NOT NULL,
  purchase_dt date NOT NULL,
  merchant_code integer NOT NULL,
  merchant_city varchar(40) NOT NULL,
  merchant_state varchar(3) NOT NULL,
  merchant_zip integer NOT NULL
);
