-- Ends the load of copy-begin.sql, in the same session and in one transaction: the staged rows replace the table's rows.
-- A notice says whether by a swap of tables or by DELETE and INSERT, and why. replace in functions/replace.sql explains this,
-- and what a reader with an older snapshot sees.
--
--   \i copy-end.sql    in the session of copy-begin.sql
--
-- functions, table  as in copy-begin.sql
-- files, rows       the number of sent files and rows; if others are staged, nothing changes
\set ON_ERROR_STOP on

CALL :functions.replace(:'table', :files, :rows);
