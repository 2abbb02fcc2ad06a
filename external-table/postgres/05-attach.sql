-- Ends a load in one transaction, in the session of 03-stage.sql: the staged tables replace the table's content. Prints
-- the rows read, accepted and rejected. The whole command is in 03-stage.sql.
--
--   \i 05-attach.sql
--
-- files         names of the files that must be staged, ',' between them
-- reject_limit  maximum number of rejected rows in all files together; with more, the table stays unchanged
--
-- A transaction with an older snapshot (REPEATABLE READ) that has not read the table before then sees no rows in it. This
-- writes the bad file, the rejected rows with file, line and reason:
--
--   psql -q -c "COPY (SELECT * FROM loadpath.rejected('all_card_trans')) TO STDOUT (FORMAT csv, HEADER)" >cards.bad
\set ON_ERROR_STOP on

SELECT * FROM :functions.attach(:'table', string_to_array(:'files', ','), :'reject_limit');
