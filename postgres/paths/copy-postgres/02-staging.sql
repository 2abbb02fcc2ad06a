-- Makes an empty table that takes the files' lines as they are: like the target, and one column more, for what is behind
-- the last '|', which must be nothing. FORCE_NOT_NULL makes that nothing '' and not NULL, which would make a row without
-- another NULL 8 bytes longer.
--
--   psql -v schema=card_load -f 02-staging.sql
--   for file in part-*.tbl; do    # in as many sessions as there are files
--     PGOPTIONS='-c DateStyle=ISO,MDY' psql -c "COPY card_load.all_card_trans_staging FROM STDIN (FORMAT csv,
--       DELIMITER '|', NULL '', QUOTE E'\x01', FORCE_NOT_NULL (after_last_delimiter))" <"$file" &
--   done
--   for job in $(jobs -p); do wait "$job" || exit; done
--   psql -v schema=card_load -f 03-swap.sql
--
-- schema  as in 01-target.sql
--
-- The quote is a character that text does not hold: the files know neither quotes nor escapes. A session that fails
-- leaves its rows out, other sessions' rows may stay: in this table only, which the next load makes anew.
\set ON_ERROR_STOP on

SET client_min_messages TO warning;

DROP TABLE IF EXISTS :"schema".all_card_trans_staging;

CREATE TABLE :"schema".all_card_trans_staging (
  LIKE :"schema".all_card_trans INCLUDING ALL,
  after_last_delimiter text NOT NULL CHECK (after_last_delimiter = '')
);
