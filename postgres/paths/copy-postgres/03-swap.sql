-- Makes the staged rows the table, in one transaction: whoever reads sees the old rows or the new ones. The additional
-- column goes at once, without a pass over the rows.
--
--   psql -v schema=card_load -f 03-swap.sql
--
-- schema  as in 01-target.sql
--
-- The old table is dropped, and with it grants on it; a view on it makes this fail, and then nothing has changed.
\set ON_ERROR_STOP on

BEGIN;

DROP TABLE :"schema".all_card_trans;

ALTER TABLE :"schema".all_card_trans_staging DROP COLUMN after_last_delimiter;

ALTER TABLE :"schema".all_card_trans_staging RENAME TO all_card_trans;

COMMIT;
