[#import "values.ftl" as values]
-- Loads the files of 01-typed.hql into the table of 02-heap.hql without checks, and replaces its rows.
--
--   hive -f 03-insert-heap.hql
SET hive.stats.column.autogather=false;

INSERT OVERWRITE TABLE [=table.sqlName()]
SELECT
[#list hive.columns() as column]
  [#assign value = values.unchecked(column)]
  [=value][#if value != column.name] AS [=column.name][/#if][#sep],[/#sep]
[/#list]
FROM [=table.sqlName()]_typed;
