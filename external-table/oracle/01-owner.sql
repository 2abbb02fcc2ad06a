-- Grants the owner of the tables the rights for the other scripts: a session, tables, space, and the views
-- of 06-statistics.sql.
--
--   SQL> CONNECT sys@//dbhost:1521/pdb1 AS SYSDBA
--   SQL> @00-settings.sql
--   SQL> @01-owner.sql
--
-- Uses: owner
--
-- The last three views are for DBMS_XPLAN.DISPLAY_CURSOR, which has its caller's privileges. They and v$sql
-- show the statements of all users of the database.
--
-- Only SYS can grant SYS's views. Connect to the pluggable database, by its service: "/ AS SYSDBA" leads
-- to the root, which does not know the owner (ORA-01917). The user must exist. It may use all space of
-- its default tablespace.
WHENEVER OSERROR EXIT FAILURE ROLLBACK
WHENEVER SQLERROR EXIT FAILURE ROLLBACK
SET VERIFY OFF

BEGIN
  IF SYS_CONTEXT('USERENV', 'CON_NAME') = 'CDB$ROOT' THEN
    RAISE_APPLICATION_ERROR(-20001, 'This is the root: connect to the pluggable database, by its service.');
  END IF;
END;
/

GRANT CREATE SESSION, CREATE TABLE TO &owner;
GRANT SELECT ON v_$mystat TO &owner;
GRANT SELECT ON v_$statname TO &owner;
GRANT SELECT ON v_$sysstat TO &owner;
GRANT SELECT ON v_$database TO &owner;
GRANT SELECT ON v_$datafile TO &owner;
GRANT SELECT ON v_$tablespace TO &owner;
GRANT SELECT ON v_$pq_sesstat TO &owner;
GRANT SELECT ON v_$sql TO &owner;
GRANT SELECT ON v_$session TO &owner;
GRANT SELECT ON v_$sql_plan TO &owner;
GRANT SELECT ON v_$sql_plan_statistics_all TO &owner;

BEGIN
  FOR u IN (SELECT default_tablespace FROM dba_users WHERE username = UPPER('&owner')) LOOP
    EXECUTE IMMEDIATE 'ALTER USER &owner QUOTA UNLIMITED ON "' || u.default_tablespace || '"';
  END LOOP;
END;
/
