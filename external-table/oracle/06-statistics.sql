-- Prints the database's counters that show whether a load was parallel, direct and without redo:
-- view|name|value. The plan of the last load follows, if there was one.
--
--   SQL> CONNECT loader@//dbhost:1521/pdb1
--   SQL> @00-settings.sql
--   SQL> @06-statistics.sql
--   SQL> @04-load.sql
--   SQL> @06-statistics.sql
--
-- Uses: owner, target_table
--
-- A load's figures are the second reading minus the first, in the same session, if no other session works
-- meanwhile. Oracle documents these (Database Reference; DBMS_XPLAN in PL/SQL Packages and Types):
--
-- pq       DML Parallelized        statements of this session that changed rows in parallel
-- pq       DOP                     degree of parallelism of the last statement
-- plan     LOAD AS SELECT          a direct path; below PX COORDINATOR it is parallel. A conventional path is
--                                  LOAD TABLE CONVENTIONAL; "PDML disabled because" says why it is serial
-- sql      CPU_TIME                microseconds of 04-load.sql's insert
-- sql      DIRECT_WRITES           its writes past the buffer cache
-- sql      PX_SERVERS_EXECUTIONS   its executions by parallel servers
-- unrecoverable change             SCN of the last change without redo in the owner's tablespace. It moves
--                                  in ARCHIVELOG mode, unless DB_UNRECOVERABLE_SCN_TRACKING is FALSE
--
-- mystat is this session, and sysstat one instance (Database Reference, V$SYSSTAT, V$CON_SYSSTAT and
-- Statistics Descriptions): in the root of a container database all its containers,
-- in a pluggable database only its own. On RAC, connect by a service that runs on one instance. SQL*Loader's
-- sessions are gone when it ends, so its figures come from sysstat.
--
-- CPU used by this session             10 ms; without preprocessors and background processes
-- redo size                            bytes; a direct path without redo writes little for its rows
-- physical writes direct               blocks written past the buffer cache, also to temporary files
-- DML statements parallelized          1 for a parallel 04-load.sql, 0 for a serial one
-- Parallel operations downgraded ...   statements that got fewer servers than they asked for
--
-- In practice, mystat gets the figures of the parallel servers when a statement ends. No manual says so: if
-- its direct writes are 0 and sql's are not, it did not get them. Then read sysstat.
--
-- FORCE LOGGING of the database or the tablespace overrides NOLOGGING (SQL Language Reference,
-- logging_clause). FORCE LOGGING of a pluggable database shows only in dba_pdbs (00-preflight.sql) and as redo.
-- Needs the grants of 01-owner.sql.
WHENEVER OSERROR EXIT FAILURE ROLLBACK
WHENEVER SQLERROR EXIT FAILURE ROLLBACK
SET VERIFY OFF
SET FEEDBACK OFF
SET HEADING OFF
SET PAGESIZE 0
SET LINESIZE 1000
SET TRIMOUT ON

SELECT 'pq|' || statistic || '|' || TO_CHAR(CASE statistic WHEN 'DOP' THEN last_query ELSE session_total END)
FROM v$pq_sesstat
WHERE statistic IN ('DML Parallelized', 'DOP')
UNION ALL
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
JOIN user_tablespaces t ON t.tablespace_name = u.default_tablespace
UNION ALL
SELECT 'unrecoverable change|tablespace|' || TO_CHAR(MAX(f.unrecoverable_change#))
FROM user_users u
JOIN v$tablespace t ON t.name = u.default_tablespace
JOIN v$datafile f ON f.ts# = t.ts# AND f.con_id = t.con_id;

SELECT 'sql|' || counter || '|' || TO_CHAR(total)
FROM (
  SELECT
    NVL(SUM(cpu_time), 0) AS cpu_time,
    NVL(SUM(direct_writes), 0) AS direct_writes,
    NVL(SUM(px_servers_executions), 0) AS px_servers_executions
  FROM v$sql
  WHERE sql_text LIKE 'INSERT /*+ APPEND%' AND UPPER(sql_text) LIKE UPPER('%INTO &owner..&target_table %')
)
UNPIVOT (total FOR counter IN (cpu_time, direct_writes, px_servers_executions));

SELECT 'plan|' || p.plan_table_output
FROM (
  SELECT sql_id, child_number
  FROM v$sql
  WHERE sql_text LIKE 'INSERT /*+ APPEND%' AND UPPER(sql_text) LIKE UPPER('%INTO &owner..&target_table %')
  ORDER BY last_active_time DESC
  FETCH FIRST 1 ROW ONLY
) s,
TABLE(DBMS_XPLAN.DISPLAY_CURSOR(s.sql_id, s.child_number, 'BASIC +NOTE')) p;
