-- Prints the properties of this database that matter to the loads, one per line: item | value | what to do about it.
--
--   SQL> CONNECT system@//dbhost:1521/pdb1
--   SQL> @00-settings.sql
--   SQL> @00-preflight.sql
--
-- Uses: owner, dop
--
-- Connect as a DBA to the pluggable database that takes the load. It changes nothing. A line that ends
-- with its value needs no action. Sources: the Oracle Database Reference, chapters "Static Data
-- Dictionary Views", "Dynamic Performance Views" and "Initialization Parameters". Two lines are not from
-- that book and were not tried: CLOUD_SERVICE, which public programs use, and DATABASE_PROPERTIES with
-- PATH_PREFIX. If the latter shows "none" and 01-directories.sql fails with ORA-65254, the prefix is set.
WHENEVER OSERROR EXIT FAILURE ROLLBACK
WHENEVER SQLERROR EXIT FAILURE ROLLBACK
SET VERIFY OFF
SET FEEDBACK OFF
SET HEADING OFF
SET PAGESIZE 0
SET LINESIZE 1000
SET TRIMOUT ON

SELECT 'edition | ' || banner
FROM v$version
WHERE banner LIKE 'Oracle%' OR banner LIKE 'Personal Oracle%';

SELECT 'version | ' || version ||
  CASE
    WHEN TO_NUMBER(REGEXP_SUBSTR(version, '^[0-9]+')) >= 18
      THEN ' | no symbolic link in the three paths: as SYS, @?/rdbms/admin/utldirsymlink.sql lists directories with one'
  END
FROM v$instance;

SET SERVEROUTPUT ON

DECLARE
  cloud VARCHAR2(256);
BEGIN
  cloud := SYS_CONTEXT('USERENV', 'CLOUD_SERVICE');
  IF cloud IS NULL THEN
    DBMS_OUTPUT.PUT_LINE('cloud service | none');
  ELSE
    DBMS_OUTPUT.PUT_LINE('cloud service | ' || cloud ||
      ' | an Autonomous Database has no server folders and no PREPROCESSOR: load files with DBMS_CLOUD.COPY_DATA');
  END IF;
EXCEPTION
  WHEN OTHERS THEN
    -- invalid USERENV parameter: a version before 18c
    IF SQLCODE <> -2003 THEN
      RAISE;
    END IF;
    DBMS_OUTPUT.PUT_LINE('cloud service | none');
END;
/

SET SERVEROUTPUT OFF

SELECT 'option | ' || parameter || ' ' || value ||
  CASE
    WHEN parameter = 'Partitioning' AND value = 'FALSE'
      THEN ' | no model=partitioned, no sqoop-oraoop-load-oracle, no sqoop-oraoop-unload-oracle'
    WHEN parameter = 'Parallel execution' AND value = 'FALSE'
      THEN ' | the insert runs in one process'
    WHEN parameter = 'Parallel load' AND value = 'FALSE'
      THEN ' | SQL*Loader takes no parallel=true: use one file'
    WHEN parameter = 'Oracle Database Vault' AND value = 'TRUE'
      THEN ' | KUP-04094 unless Database Vault authorizes the owner for PREPROCESSOR'
  END
FROM v$option
WHERE parameter IN (
  'Partitioning', 'Parallel execution', 'Parallel load', 'Oracle Database Vault'
)
ORDER BY parameter;

SELECT 'container | ' || SYS_CONTEXT('USERENV', 'CON_NAME') ||
  CASE SYS_CONTEXT('USERENV', 'CON_NAME')
    WHEN 'CDB$ROOT' THEN ' | connect to the pluggable database, by its service'
  END
FROM dual;

SELECT 'character set | ' || value ||
  CASE WHEN value <> 'AL32UTF8' THEN ' | the fingerprint differs where a text is not ASCII' END
FROM nls_database_parameters
WHERE parameter = 'NLS_CHARACTERSET';

SELECT 'log mode | ' || log_mode ||
  CASE log_mode
    WHEN 'NOARCHIVELOG' THEN ' | a direct path writes no redo for its rows, whatever the table says'
  END
FROM v$database;

SELECT 'force logging | database ' || force_logging ||
  CASE WHEN force_logging = 'YES' THEN ' | NOLOGGING has no effect' END
FROM v$database
UNION ALL
SELECT 'force logging | pluggable database ' || pdb_name || ' ' || force_logging ||
  CASE WHEN force_logging = 'YES' THEN ' | NOLOGGING has no effect' END
FROM dba_pdbs
WHERE pdb_name = SYS_CONTEXT('USERENV', 'CON_NAME')
UNION ALL
SELECT 'force logging | tablespace ' || t.tablespace_name || ' ' || t.force_logging ||
  CASE WHEN t.force_logging = 'YES' THEN ' | NOLOGGING has no effect' END
FROM dba_users u
JOIN dba_tablespaces t ON t.tablespace_name = u.default_tablespace
WHERE u.username = UPPER('&owner');

-- the inner CASE keeps words such as MANUAL from TO_NUMBER; AND would not do so for certain
SELECT 'parallel servers | ' || name || ' ' || value ||
  CASE name
    WHEN 'parallel_max_servers' THEN
      CASE
        WHEN TO_NUMBER(value) < 2 * &dop
          THEN ' | less than twice the dop: the insert may get fewer servers, or none'
      END
  END
FROM v$parameter
WHERE name IN ('cpu_count', 'parallel_degree_limit', 'parallel_degree_policy', 'parallel_max_servers')
ORDER BY name;

SELECT 'RAC | cluster_database ' || value ||
  CASE value
    WHEN 'TRUE'
      THEN ' | connect by a service that runs on one node, and give this node the files, the preprocessors and the log' ||
        ' folder: 04-load.sql keeps its servers there (PARALLEL_FORCE_LOCAL), and v$sysstat counts one instance'
  END
FROM v$parameter
WHERE name = 'cluster_database';

SELECT 'quota | ' || u.default_tablespace || ' ' ||
  CASE
    WHEN q.max_bytes = -1 THEN 'unlimited'
    WHEN q.max_bytes > 0 THEN q.max_bytes || ' bytes | ORA-01536 when it is used up'
    ELSE 'none | ORA-01950 unless the owner has UNLIMITED TABLESPACE: run 01-owner.sql'
  END
FROM dba_users u
LEFT JOIN dba_ts_quotas q ON q.username = u.username AND q.tablespace_name = u.default_tablespace
WHERE u.username = UPPER('&owner');

SELECT 'owner | &owner ' || CASE COUNT(*) WHEN 0 THEN 'none | make the user, then run 01-owner.sql' ELSE 'exists' END
FROM dba_users
WHERE username = UPPER('&owner');

SELECT 'PATH_PREFIX | ' || NVL(
  MAX(property_value) || CASE WHEN MAX(property_value) IS NOT NULL THEN ' | write the three paths relative to it' END,
  'none'
)
FROM database_properties
WHERE property_name = 'PATH_PREFIX';

SELECT 'PDB_LOCKDOWN | ' || NVL(
  MAX(value) || CASE
    WHEN MAX(value) IS NOT NULL
      THEN ' | the profile may forbid files and programs: look for OS_ACCESS in DBA_LOCKDOWN_PROFILES of the root'
  END,
  'none'
)
FROM v$parameter
WHERE name = 'pdb_lockdown';

SELECT 'PDB_OS_CREDENTIAL | ' || NVL(
  MAX(value) || CASE WHEN MAX(value) IS NOT NULL THEN ' | its user, not oracle, runs the preprocessors' END,
  'none'
)
FROM v$parameter
WHERE name = 'pdb_os_credential';
