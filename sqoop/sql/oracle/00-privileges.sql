-- Grants a user the rights for OraOop (sqoop import|export --direct). Run as SYS, in the pluggable database:
--
--   sqlplus sys@//HOST:1521/PDB as sysdba @00-privileges.sql LOADPATH
--
-- Name the pluggable database's service: "/ as sysdba" leads to the root, which does not know the user (ORA-01917).
-- The user must exist.
--
-- The list is that of the user guide, plus the views that the code reads. SELECT ANY DICTIONARY or the role
-- SELECT_CATALOG_ROLE replaces the third part. The user may use all space of its default tablespace.
WHENEVER OSERROR EXIT FAILURE ROLLBACK
WHENEVER SQLERROR EXIT FAILURE ROLLBACK
SET VERIFY OFF

BEGIN
  IF SYS_CONTEXT('USERENV', 'CON_NAME') = 'CDB$ROOT' THEN
    RAISE_APPLICATION_ERROR(-20001, 'This is the root: connect to the pluggable database, by its service.');
  END IF;
END;
/

GRANT CREATE SESSION, ALTER SESSION, CREATE TABLE TO &1;

BEGIN
  FOR u IN (SELECT default_tablespace FROM dba_users WHERE username = UPPER('&1')) LOOP
    EXECUTE IMMEDIATE 'ALTER USER &1 QUOTA UNLIMITED ON "' || u.default_tablespace || '"';
  END LOOP;
END;
/

GRANT SELECT ON v_$instance TO &1;
GRANT SELECT ON v_$database TO &1;
GRANT SELECT ON v_$parameter TO &1;
GRANT SELECT ON v_$version TO &1;
GRANT SELECT ON v_$active_instances TO &1;
GRANT SELECT ON dba_tables TO &1;
GRANT SELECT ON dba_tab_columns TO &1;
GRANT SELECT ON dba_tab_partitions TO &1;
GRANT SELECT ON dba_tab_subpartitions TO &1;
GRANT SELECT ON dba_objects TO &1;
GRANT SELECT ON dba_extents TO &1;
GRANT SELECT ON dba_segments TO &1;
GRANT SELECT ON dba_constraints TO &1;
GRANT SELECT ON dba_indexes TO &1;
GRANT SELECT ON dba_ind_columns TO &1;

EXIT SUCCESS
