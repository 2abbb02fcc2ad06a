-- Makes an empty table that takes the lines of ALL_CARD_TRANS as they are, which is what `sqoop export --direct` sends.
--
--   psql -v lines=all_card_trans_lines -f 02-lines.sql
--
-- The files have a '|' after the last field too, so a line has one more, empty field, and Sqoop gives COPY no list of
-- columns. The column for it holds NULL, for which a row without another NULL is 8 bytes longer (9 % here). When all is
-- loaded, ALTER TABLE … DROP COLUMN after_last_delimiter removes the column at once, without a pass over the rows;
-- 03-view.sql hides it.
\set ON_ERROR_STOP on

CREATE TABLE :"lines" (
  card_no varchar(20) NOT NULL,
  card_type varchar(20),
  mcc integer NOT NULL,
  purchase_amt integer NOT NULL,
  purchase_dt date NOT NULL,
  merchant_code integer NOT NULL,
  merchant_city varchar(40) NOT NULL,
  merchant_state varchar(3) NOT NULL,
  merchant_zip integer NOT NULL,
  after_last_delimiter text
);
