-- Prints the number of rows and bytes in the target, then the fingerprint of the rows.
--
--   SQL> CONNECT loader@//dbhost:1521/pdb1
--   SQL> @00-settings.sql
--   SQL> @05-verify.sql
--
-- Uses: owner, target_table
--
-- Connect as the owner. The fingerprint must equal that of the dataset's manifest.json. The fingerprint's
-- script ends the session.
-- Start SQL*Plus in this script's folder. It looks for a path that begins with a point in the folder where it
-- was started, and only for bare names next to the calling script.
WHENEVER OSERROR EXIT FAILURE ROLLBACK
WHENEVER SQLERROR EXIT FAILURE ROLLBACK
SET VERIFY OFF
SET FEEDBACK OFF
SET HEADING OFF
SET PAGESIZE 0
SET LINESIZE 32767
SET TRIMOUT ON

SELECT
  (SELECT COUNT(*) FROM &owner..&target_table) || '|' ||
  (SELECT NVL(SUM(bytes), 0) FROM user_segments WHERE segment_name = UPPER('&target_table'))
FROM dual;

@@../../datasets/sql/fingerprint-all-card-trans-oracle.sql &owner..&target_table
