-- An empty database for this path.
DROP DATABASE IF EXISTS loadpath_hive_load_orc CASCADE;
CREATE DATABASE loadpath_hive_load_orc;
USE loadpath_hive_load_orc;
