[#import "values.ftl" as values]
-- Makes the table to load, empty: ORC files partitioned by month[#if values.buckets > 0], each month in [=values.buckets] buckets by [=keys.bucketColumn][/#if].
--
--   hive -f 02-partitioned.hql --hivevar compression=zlib
--
-- compression: none, zlib, zstd or snappy.
CREATE TABLE [=table.sqlName()] (
[#list hive.columns() as column]
  [=column.name] [=column.type][#sep],[/#sep]
[/#list]
)
PARTITIONED BY ([=values.month_column] STRING)
[#if values.buckets > 0]
CLUSTERED BY ([=hive.name(keys.bucketColumn)]) INTO [=values.buckets] BUCKETS
[/#if]
STORED AS ORC
TBLPROPERTIES ('orc.compress' = '${hivevar:compression}');
