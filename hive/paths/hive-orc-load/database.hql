-- An empty database for this path.
DROP DATABASE IF EXISTS loadpath_hive_orc_load CASCADE;
CREATE DATABASE loadpath_hive_orc_load;
USE loadpath_hive_orc_load;
