[#import "values.ftl" as values]
-- Loads the files of 01-typed.hql into the table of 02-partitioned.hql without checks, and replaces its rows.
--
--   hive -f 03-insert-partitioned.hql
SET hive.stats.column.autogather=false;
SET hive.exec.dynamic.partition.mode=nonstrict;
-- each bucket of each month counts
SET hive.exec.max.dynamic.partitions=10000;
SET hive.exec.max.dynamic.partitions.pernode=10000;

INSERT OVERWRITE TABLE [=table.sqlName()] PARTITION ([=values.month_column])
SELECT
[#list hive.columns() as column]
  [#assign value = values.unchecked(column)]
  [=value][#if value != column.name] AS [=column.name][/#if],
[/#list]
  [=values.unchecked_month()] AS [=values.month_column]
FROM [=table.sqlName()]_typed;
