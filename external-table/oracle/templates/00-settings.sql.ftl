[#import "fields.ftl" as fields]
-- The names and places that the numbered scripts use. Edit a copy, or DEFINE them in your session.
--
--   cd external-table/oracle
--   sqlplus /nolog
--   SQL> CONNECT loader@//dbhost:1521/pdb1
--   SQL> @00-settings.sql
--   SQL> @02-external-table.sql
--   SQL> EXIT
--
-- 01-owner.sql is for SYS; 00-preflight.sql, 01-directories.sql and 10-drop-directories.sql are for a
-- DBA; the others are for the user who owns the tables. In a container database everyone connects to
-- the pluggable database, by its service. Every script ends the session with exit code 1 at the first
-- error; after a success the session stays open for the next script. ERRORS.md explains Oracle's errors
-- for these scripts. Oracle Database 12.1 or later.
-- Start SQL*Plus in this folder, where it looks for the script that 05-verify.sql calls.
-- A value holds at most 240 characters (SQL*Plus User's Guide, SQL*Plus Limits): 10 files by names such as
-- 'part-00000.tbl.bz2'. For more, make the external table with the first ones, and then name all files, on
-- as many lines as you like: ALTER TABLE external_table LOCATION ('part-00000.tbl.bz2', ...)

-- user who owns the external table and the target
DEFINE owner = loader

-- directory objects and their folders on the database's host. The database's user reads the first two
-- and writes the third. Since 18c, no symbolic link may be in them.
DEFINE data_dir = card_data
DEFINE data_path = '/u01/loadpath/data'
DEFINE exec_dir = card_exec
DEFINE exec_path = '/opt/loadpath/preprocessor'
DEFINE log_dir = card_log
DEFINE log_path = '/u01/loadpath/log'

-- script in exec_path that writes a file's text to stdout: read-direct.sh for plain files,
-- inflate-gzip.sh, inflate-gnu-gzip.sh, inflate-zstd.sh, inflate-lz4.sh or inflate-bzip2.sh;
-- skip-header.sh for files of any of these kinds whose first line names the columns.
-- read-webhdfs.sh and read-http.sh fetch the files that location files name, from HDFS or an HTTP server
DEFINE preprocessor = [=format.header?then("skip-header.sh", "inflate-gzip.sh")]

-- the data files, relative to data_path; one preprocessor reads one file, so their number bounds
-- the degree of parallelism. For files of other machines, the location files of 'bin/loadpath locations':
-- "'part-00000-of-00002-1a2b3c4d.locations', 'part-00001-of-00002-1a2b3c4d.locations'"
DEFINE locations = "'part-00000.tbl.gz', 'part-00001.tbl.gz'"

-- how the files write dates
DEFINE date_mask = [=fields.day_mask]

-- for a row with too few fields: empty rejects it; 'MISSING FIELD VALUES ARE NULL' fills it with NULLs,
-- and the whole load fails if the target's columns are NOT NULL
DEFINE missing_fields = ''

-- how the database itself reads data files: empty, 'IO_OPTIONS DIRECTIO' or 'IO_OPTIONS NODIRECTIO'
-- (from 12.1 on); the manuals differ on the meaning of empty. It does not change how a preprocessor
-- reads: read-direct.sh and the inflaters use direct I/O.
DEFINE io_options = ''

-- maximum number of rejected rows; more fail the load. They go to the bad file in log_path
DEFINE reject_limit = 0

DEFINE external_table = [=table.sqlName()]_files
DEFINE target_table = [=table.sqlName()]

-- the target's model: heap or partitioned, NOCOMPRESS or 'ROW STORE COMPRESS BASIC'. With NOLOGGING a
-- direct-path load writes no redo for its rows, which takes less time: a recovery loses them, unless you
-- back up after the load.
DEFINE model = heap
DEFINE compression = NOCOMPRESS
DEFINE logging = LOGGING

-- degree of parallelism
DEFINE dop = 2

-- LINEITEM for Q1: a table or an external table; and its DELTA, in days
DEFINE lineitem = lineitem
DEFINE delta = 90
