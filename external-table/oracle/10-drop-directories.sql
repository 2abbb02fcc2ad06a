-- Drops the directory objects that 01-directories.sql made, and with them the grants. Safe to run twice.
--
--   SQL> CONNECT system@//dbhost:1521/pdb1
--   SQL> @00-settings.sql
--   SQL> @10-drop-directories.sql
--
-- Uses: data_dir, exec_dir, log_dir
WHENEVER OSERROR EXIT FAILURE ROLLBACK
WHENEVER SQLERROR EXIT FAILURE ROLLBACK
SET VERIFY OFF

BEGIN
  FOR d IN (
    SELECT directory_name
    FROM all_directories
    WHERE directory_name IN (UPPER('&data_dir'), UPPER('&exec_dir'), UPPER('&log_dir'))
  ) LOOP
    EXECUTE IMMEDIATE 'DROP DIRECTORY "' || d.directory_name || '"';
  END LOOP;
END;
/
