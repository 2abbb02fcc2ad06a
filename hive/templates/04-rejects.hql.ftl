[#import "fields.ftl" as fields]
[#assign name = table.sqlName()]
[#function named column name][#return column + (column == name)?then("", " AS " + name)][/#function]
-- Prints the number of rows that a load refuses, then the first ten in the order of the files: the file, the position of
-- the line in it (the byte, if the file is not compressed), the problem, the line.
--
--   hive -S -f 04-rejects.hql
CREATE OR REPLACE VIEW [=name]_loadpath_rejects AS
SELECT file, first_byte, problem, line
FROM (
  SELECT
    [=named(fields.file, "file")],
    [=named(fields.first_byte, "first_byte")],
    CASE
      WHEN [=fields.problem] <> '' THEN [=fields.problem]
[#list hive.columns() as column]
  [#if fields.may_be_null(column)]
      WHEN [=column.name] IS NULL AND NOT [=fields.is_null(column)] THEN [=fields.literal(column.described.name)]
  [#elseif column.kind != "text"]
      WHEN [=column.name] IS NULL THEN [=fields.literal(column.described.name)]
  [/#if]
[/#list]
    END AS problem,
    [=named(fields.line, "line")]
  FROM [=name]_checked
) AS checked
WHERE problem IS NOT NULL;

SELECT COUNT(*) FROM [=name]_loadpath_rejects;

SELECT file, first_byte, problem, line FROM [=name]_loadpath_rejects ORDER BY file, first_byte LIMIT 10;
