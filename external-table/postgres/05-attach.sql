-- Ends a load in one transaction, in the session of 03-stage.sql: the staged tables replace the table's content. Prints
-- the rows read, accepted and rejected. The whole command is in 03-stage.sql.
--
--   \i 05-attach.sql
--
-- files         names of the files that must be staged, ',' between them
-- reject_limit  maximum of rejected rows in all files together; above it, the table stays as it is
--
-- A transaction that reads with an older snapshot (REPEATABLE READ) and has not read the table before sees no rows in it
-- from here on. The rejected rows, with file, line and reason, are the bad file:
--
--   psql -q -c "COPY (SELECT * FROM loadpath.rejected('card_load.all_card_trans')) TO STDOUT (FORMAT csv, HEADER)" >cards.bad
\set ON_ERROR_STOP on

SELECT * FROM loadpath.attach(:'table', string_to_array(:'files', ','), :'reject_limit');
