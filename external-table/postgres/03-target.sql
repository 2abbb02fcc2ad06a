-- Makes the table to load, without indexes.
--
--   psql -v schema=card_load -v partition_by= -f 03-target.sql
--   psql -v schema=card_load -v partition_by='PARTITION BY RANGE (purchase_dt)' -f 03-target.sql
--
-- schema        as in 01-server.sql
-- partition_by  empty: a heap; otherwise as shown: by months of purchase_dt and ranges of card_no
--
-- The table itself stays empty: a load fills tables of its own and attaches them, as children that inherit from the
-- heap (one for each file, as a parallel direct-path load has a segment for each session), or as the only partition,
-- which is made of months and these of ranges. So all rows come into sight at once, views and grants stay, and the
-- next load's tables take the place of these.
\set ON_ERROR_STOP on

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
) :partition_by;

-- What the last load read of each file, and the rows of it that it did not take.
CREATE TABLE :"schema".load_files (
  file text PRIMARY KEY,
  input_rows bigint NOT NULL,
  accepted_rows bigint NOT NULL,
  rejected_rows bigint NOT NULL,
  CHECK (accepted_rows + rejected_rows = input_rows)
);

CREATE TABLE :"schema".rejected_rows (
  file text NOT NULL,
  line bigint NOT NULL,
  reason text NOT NULL,
  row_text text NOT NULL
);
