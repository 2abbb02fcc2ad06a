-- Prints the CPU time used so far, in nanoseconds: by this session, and by all sessions of the instance.
--
--   SQL> CONNECT loader@//dbhost:1521/pdb1
--   SQL> @00-settings.sql
--   SQL> @06-cpu.sql
--   SQL> @04-load.sql
--   SQL> @06-cpu.sql
--
-- What the load used is the second reading less the first, in the same session. Oracle counts in
-- steps of 10 ms. The session's count holds its recursive calls and, once a statement has ended, what
-- its parallel servers used for it. Neither count holds what is not a session of a user: the
-- preprocessors, which are processes of their own, and the background processes.
-- SQL*Loader's sessions are gone when it ends: take the instance's count, with nobody else at work.
--
-- SYS must have granted these to the user:
--   GRANT SELECT ON v_$mystat TO loader
--   GRANT SELECT ON v_$statname TO loader
--   GRANT SELECT ON v_$sysstat TO loader
WHENEVER OSERROR EXIT FAILURE ROLLBACK
WHENEVER SQLERROR EXIT FAILURE ROLLBACK
SET VERIFY OFF
SET FEEDBACK OFF
SET HEADING OFF
SET PAGESIZE 0
SET LINESIZE 1000
SET TRIMOUT ON

SELECT 'cpu|session|' || TO_CHAR(mine.value * 10000000)
FROM v$mystat mine
JOIN v$statname named ON named.statistic# = mine.statistic#
WHERE named.name = 'CPU used by this session'
UNION ALL
SELECT 'cpu|instance|' || TO_CHAR(value * 10000000)
FROM v$sysstat
WHERE name = 'CPU used by this session';
