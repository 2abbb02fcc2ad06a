-- Makes the table to load, a heap without indexes, in a schema of its own.
--
--   psql -v schema=card_load -f 01-target.sql
--
-- schema  name of a new schema
\set ON_ERROR_STOP on

CREATE SCHEMA :"schema";

CREATE TABLE :"schema".all_card_trans (
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
