-- Prints the database's counters, and whether it forces redo: view|name|value.
--
--   SQL> CONNECT loader@//dbhost:1521/pdb1
--   SQL> @00-settings.sql
--   SQL> @06-statistics.sql
--   SQL> @04-load.sql
--   SQL> @06-statistics.sql
--
-- A load's figures are the second reading less the first, in the same session. mystat is this session
-- and, once a statement has ended, its parallel servers: 04-load.sql is read there. SQL*Loader's sessions
-- are gone when it ends, so its figures come from sysstat: no other session may work meanwhile.
-- The scope of v$sysstat is one instance: in the root of a container database all its containers, in a
-- pluggable database only its own (Oracle Database Reference, V$SYSSTAT and V$CON_SYSSTAT). On RAC,
-- connect by a service that runs on one instance.
--
-- CPU used by this session             10 ms; without preprocessors and background processes
-- redo size                            bytes; a direct path without redo writes little beside its rows
-- physical writes direct               blocks written past the buffer cache, also to temporary files
-- DML statements parallelized          1 for a parallel 04-load.sql, 0 for a serial one
-- Parallel operations downgraded ...   statements that got fewer servers than they asked for
--
-- Names: Oracle Database Reference, Statistics Descriptions; VLDB and Partitioning Guide, Monitoring
-- System Statistics. Whether mystat gets the servers' redo and direct writes too was not tried.
-- FORCE LOGGING of the database or the tablespace beats NOLOGGING (SQL Language Reference,
-- logging_clause). That of a pluggable database shows only in dba_pdbs (00-preflight.sql) and as redo.
-- Needs the grants of 01-owner.sql.
WHENEVER OSERROR EXIT FAILURE ROLLBACK
WHENEVER SQLERROR EXIT FAILURE ROLLBACK
SET VERIFY OFF
SET FEEDBACK OFF
SET HEADING OFF
SET PAGESIZE 0
SET LINESIZE 1000
SET TRIMOUT ON

SELECT 'mystat|' || named.name || '|' || TO_CHAR(mine.value)
FROM v$mystat mine
JOIN v$statname named ON named.statistic# = mine.statistic#
WHERE named.name IN (
  'CPU used by this session', 'redo size', 'physical writes direct',
  'physical writes direct temporary tablespace', 'DML statements parallelized'
) OR named.name LIKE 'Parallel operations downgraded%'
UNION ALL
SELECT 'sysstat|' || name || '|' || TO_CHAR(value)
FROM v$sysstat
WHERE name IN (
  'CPU used by this session', 'redo size', 'physical writes direct',
  'physical writes direct temporary tablespace', 'DML statements parallelized'
) OR name LIKE 'Parallel operations downgraded%'
UNION ALL
SELECT 'force logging|database|' || force_logging
FROM v$database
UNION ALL
SELECT 'force logging|tablespace|' || t.force_logging
FROM user_users u
JOIN user_tablespaces t ON t.tablespace_name = u.default_tablespace
UNION ALL
SELECT 'block size|tablespace|' || TO_CHAR(t.block_size)
FROM user_users u
JOIN user_tablespaces t ON t.tablespace_name = u.default_tablespace;
