-- LINEITEM of TPC-H over text files, with the column types of the 2012 study (those of HIVE-600): keys are INT (enough
-- up to scale factor 357), numbers are DOUBLE, which rounds, and dates are text.
-- Makes an external table: Hive reads the files where they are and deletes none. The table must not exist yet.
--
--   hive -f hive/lineitem-double.hql --hivevar location=file:///data/lineitem
--
-- location: URI of the folder that holds the files, and nothing else.
CREATE EXTERNAL TABLE [=table.sqlName()] (
[#list hive.columns() as column]
  [=column.name] [=(column.kind == "integer")?then("INT", (column.kind == "decimal")?then("DOUBLE", "STRING"))][#sep],[/#sep]
[/#list]
)
ROW FORMAT DELIMITED FIELDS TERMINATED BY '|'
STORED AS TEXTFILE
LOCATION '${hivevar:location}';
