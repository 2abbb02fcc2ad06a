-- Prints whether the database can load in parallel: option|name|TRUE or FALSE.
--
--   SQL> CONNECT loader@//dbhost:1521/pdb1
--   SQL> @00-settings.sql
--   SQL> @07-options.sql
--
-- Parallel execution: without it, 04-load.sql runs in one process. Parallel load: without it, SQL*Loader takes
-- no parallel=true, so only one session at a time can load by direct path. Free, Express and Standard Edition
-- have neither. Every user may read v$option.
WHENEVER OSERROR EXIT FAILURE ROLLBACK
WHENEVER SQLERROR EXIT FAILURE ROLLBACK
SET VERIFY OFF
SET FEEDBACK OFF
SET HEADING OFF
SET PAGESIZE 0
SET LINESIZE 1000
SET TRIMOUT ON

SELECT 'option|' || parameter || '|' || value
FROM v$option
WHERE parameter IN ('Parallel execution', 'Parallel load')
ORDER BY parameter;
