[#import "fields.ftl" as fields]
[#import "values.ftl" as values]
[#assign name = table.sqlName()]
-- Loads the files of 01-text.hql into the table of 02-heap.hql, and replaces its rows.
--
--   hive -f 03-load-heap.hql --hivevar compression=zlib
--
-- compression: as in 02-heap.hql; LIKE does not copy it.
--
-- All or nothing: the rows go into a new table, which gets the old one's name when it is complete. The first row that the
-- table cannot take ends the load with "NOT NULL constraint violated"; 04-rejects.hql lists such rows.
-- If a session is killed between the renames, [=name]_loadpath_old and [=name]_loadpath_new are both complete, and no table
-- has the name: rename one of them. Until then, TOUCH makes every load fail before it drops anything.
--
-- RAND makes Hive check after it converts; otherwise it would convert twice. Hive would also gather column statistics:
-- they are left to ANALYZE.
ALTER TABLE [=name] TOUCH;

DROP TABLE IF EXISTS [=name]_loadpath_new;
DROP TABLE IF EXISTS [=name]_loadpath_old;
CREATE TABLE [=name]_loadpath_new LIKE [=name] TBLPROPERTIES ('orc.compress' = '${hivevar:compression}');

SET hive.stats.column.autogather=false;

INSERT OVERWRITE TABLE [=name]_loadpath_new
SELECT
[#list hive.columns() as column]
  [=column.name][#sep],[/#sep]
[/#list]
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
