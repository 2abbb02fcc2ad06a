-- Makes ALL_CARD_TRANS as an empty table without indexes.
--
--   psql -v table=all_card_trans -v partition_by= -f all-card-trans.sql
--
-- table         name of the new table
-- partition_by  empty: a heap; or 'PARTITION BY RANGE (purchase_dt)': all-card-trans-partitions.sql makes the
--               partitions
--
-- Whole numbers are integers: as numeric they would cost more CPU to load.
\set ON_ERROR_STOP on

CREATE TABLE :table (
  card_no varchar(20) NOT NULL,
  card_type varchar(20),
  mcc integer NOT NULL,
  purchase_amt integer NOT NULL,
  purchase_dt date NOT NULL,
  merchant_code integer NOT NULL,
  merchant_city varchar(40) NOT NULL,
  merchant_state varchar(3) NOT NULL,
  merchant_zip integer NOT NULL
) :partition_by;

COMMENT ON TABLE :table IS 'Loadpath: ALL_CARD_TRANS, dropped with its path';
