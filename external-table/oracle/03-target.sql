-- Makes the table to load, without indexes, its blocks filled to the brim, by the script of its model;
-- that says what else it uses.
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
