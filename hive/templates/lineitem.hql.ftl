-- LINEITEM of TPC-H over text files as dbgen writes them, with exact types: decimals for money and keys of 64 bits.
-- Makes an external table: Hive reads the files where they are and deletes none. The table must not exist yet.
--
--   hive -f hive/lineitem.hql --hivevar location=file:///data/lineitem
--
-- location: URI of the folder that holds the files, and nothing else.
-- lineitem-double.hql is the same table with the column types of the 2012 study.
CREATE EXTERNAL TABLE [=table.sqlName()] (
[#list hive.columns() as column]
  [=column.name] [=(column.kind == "text")?then("STRING", column.type)][#sep],[/#sep]
[/#list]
)
ROW FORMAT DELIMITED FIELDS TERMINATED BY '|'
STORED AS TEXTFILE
LOCATION '${hivevar:location}';
