-- Makes the table to load, without indexes and with full blocks, by the script of its model, which lists
-- the other settings.
--
--   SQL> CONNECT loader@//dbhost:1521/pdb1
--   SQL> @00-settings.sql
--   SQL> @03-target.sql
--
-- Uses: model
WHENEVER OSERROR EXIT FAILURE ROLLBACK
WHENEVER SQLERROR EXIT FAILURE ROLLBACK
SET VERIFY OFF

@@03-target-&model..sql
