-- Makes the table to load, empty: one heap of ORC files.
--
--   hive -f 02-heap.hql --hivevar compression=zlib
--
-- compression: none, zlib, zstd or snappy.
CREATE TABLE [=table.sqlName()] (
[#list hive.columns() as column]
  [=column.name] [=column.type][#sep],[/#sep]
[/#list]
)
STORED AS ORC
TBLPROPERTIES ('orc.compress' = '${hivevar:compression}');
