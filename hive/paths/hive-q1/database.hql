-- An empty database for this path. The tables in it are external: dropping them deletes no data.
DROP DATABASE IF EXISTS loadpath_hive_q1 CASCADE;
CREATE DATABASE loadpath_hive_q1;
USE loadpath_hive_q1;
