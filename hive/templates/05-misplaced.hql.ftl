[#import "values.ftl" as values]
-- Prints the number of rows in the table of 02-partitioned.hql that are in the wrong month's partition[#if values.buckets > 0] or the wrong
-- bucket[/#if]: 0 after a load.
--
--   hive -S -f 05-misplaced.hql
[#if values.buckets > 0]
--
-- A bucket is a file; its number is in the file's name: 000001_0, or bucket_00001 in a transactional table. Rows of a file
-- with another name count as misplaced.
[/#if]
SELECT COUNT(*)
FROM [=table.sqlName()]
WHERE [=values.month_column] <> [=values.month(hive.name(keys.column))][=values.or_in_another_bucket()];
