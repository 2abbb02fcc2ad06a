-- Prints the number of rows and of bytes that the load has stored.
--
--   psql -At -v schema=card_load -f 08-verify.sql
--
-- schema  as in 01-server.sql
--
-- What the rows are, not only how many, says their fingerprint:
--   psql -At -v table=all_card_trans -c 'SET search_path TO card_load' \
--        -f ../../datasets/sql/fingerprint-all-card-trans-postgres.sql
-- It must be the fingerprint in the data set's manifest.json.
\set ON_ERROR_STOP on

SET search_path TO :"schema";

WITH RECURSIVE tables (id) AS (
  SELECT 'all_card_trans'::regclass
  UNION ALL
  SELECT inhrelid FROM pg_inherits JOIN tables ON inhparent = id
)
SELECT (SELECT count(*) FROM all_card_trans), sum(pg_total_relation_size(id)) FROM tables;
