-- Drops the external table and the target. Safe to run twice. The data files, logs and bad files stay.
--
--   SQL> CONNECT loader@//dbhost:1521/pdb1
--   SQL> @00-settings.sql
--   SQL> @09-teardown.sql
--
-- Uses: owner, external_table, target_table
WHENEVER OSERROR EXIT FAILURE ROLLBACK
WHENEVER SQLERROR EXIT FAILURE ROLLBACK
SET VERIFY OFF

BEGIN
  EXECUTE IMMEDIATE 'DROP TABLE &owner..&external_table';
EXCEPTION
  WHEN OTHERS THEN
    -- ORA-00942: the table does not exist
    IF SQLCODE <> -942 THEN
      RAISE;
    END IF;
END;
/

BEGIN
  EXECUTE IMMEDIATE 'DROP TABLE &owner..&target_table PURGE';
EXCEPTION
  WHEN OTHERS THEN
    IF SQLCODE <> -942 THEN
      RAISE;
    END IF;
END;
/
