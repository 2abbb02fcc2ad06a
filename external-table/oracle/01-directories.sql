-- Makes the three directory objects, and grants them to the owner of the tables.
--
--   SQL> CONNECT system@//dbhost:1521/pdb1
--   SQL> @00-settings.sql
--   SQL> @01-directories.sql
--
-- Uses: owner, data_dir, data_path, exec_dir, exec_path, log_dir, log_path
--
-- Run it as a DBA other than the owner: the creator of a directory object gets READ, WRITE and EXECUTE
-- on it. The owner gets only EXECUTE on the preprocessors' folder: with WRITE, the access driver would
-- write files of the owner's choice into a folder whose programs the database runs.
-- The folders must exist; see preprocessor/read-direct.sh for how to install the scripts.
WHENEVER OSERROR EXIT FAILURE ROLLBACK
WHENEVER SQLERROR EXIT FAILURE ROLLBACK
SET VERIFY OFF

CREATE OR REPLACE DIRECTORY &data_dir AS '&data_path';
CREATE OR REPLACE DIRECTORY &exec_dir AS '&exec_path';
CREATE OR REPLACE DIRECTORY &log_dir AS '&log_path';

GRANT READ ON DIRECTORY &data_dir TO &owner;
GRANT EXECUTE ON DIRECTORY &exec_dir TO &owner;
GRANT READ, WRITE ON DIRECTORY &log_dir TO &owner;
