[#import "fields.ftl" as fields]
[#import "values.ftl" as values]
[#assign name = table.sqlName()]
-- Loads the files of 01-text.hql into the table of 02-partitioned.hql, and replaces its rows. Otherwise like
-- 03-load-heap.hql.
--
--   hive -f 03-load-partitioned.hql --hivevar compression=zlib
ALTER TABLE [=name] TOUCH;

DROP TABLE IF EXISTS [=name]_loadpath_new;
DROP TABLE IF EXISTS [=name]_loadpath_old;
CREATE TABLE [=name]_loadpath_new LIKE [=name] TBLPROPERTIES ('orc.compress' = '${hivevar:compression}');

SET hive.stats.column.autogather=false;
SET hive.exec.dynamic.partition.mode=nonstrict;
-- each bucket of each month counts
SET hive.exec.max.dynamic.partitions=10000;
SET hive.exec.max.dynamic.partitions.pernode=10000;

INSERT OVERWRITE TABLE [=name]_loadpath_new PARTITION ([=values.month_column])
SELECT
[#list hive.columns() as column]
  [=column.name],
[/#list]
  [=values.month(hive.name(keys.column))] AS [=values.month_column]
FROM [=name]_checked
WHERE ENFORCE_CONSTRAINT(
  RAND() >= 0
  AND [=fields.problem] = ''
[#list hive.columns() as column]
  [#if fields.may_be_null(column)]
  AND ([=column.name] IS NOT NULL OR [=fields.is_null(column)])
  [#elseif column.kind != "text"]
  AND [=column.name] IS NOT NULL
  [/#if]
[/#list]
);

ALTER TABLE [=name] RENAME TO [=name]_loadpath_old;
ALTER TABLE [=name]_loadpath_new RENAME TO [=name];
DROP TABLE [=name]_loadpath_old;
