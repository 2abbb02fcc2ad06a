-- Makes ALL_CARD_TRANS a view of the table of 02-lines.sql.
--
--   psql -v view=all_card_trans -v table=all_card_trans_lines -f 03-view.sql
\set ON_ERROR_STOP on

CREATE VIEW :view AS
SELECT
  card_no,
  card_type,
  mcc,
  purchase_amt,
  purchase_dt,
  merchant_code,
  merchant_city,
  merchant_state,
  merchant_zip
FROM :table;

COMMENT ON VIEW :view IS 'Loadpath: ALL_CARD_TRANS, dropped with its path';
