[#import "fields.ftl" as fields]
[#import "values.ftl" as values]
[#if fields.parsed]
-- Makes an external table over the text files of [=title] for a load without checks, with each field as text.
[#else]
-- Makes an external table over the text files of [=title] with the types of its columns, for a load without
-- checks: Hive turns a bad number or date into NULL, and drops surplus fields.
[/#if]
--
--   hive -f 01-typed.hql --hivevar location=file:///data/cards
--
-- location: as in 01-text.hql.
CREATE EXTERNAL TABLE [=table.sqlName()]_typed (
[#if fields.parsed]
  [#list fields.text_columns() as name]
  [=name] STRING[#sep],[/#sep]
  [/#list]
[#else]
  [#list hive.columns() as column]
  [=column.name] [=values.native(column)?then(column.type, "STRING")][#sep],[/#sep]
  [/#list]
[/#if]
)
[=fields.row_format(fields.null_text)]
STORED AS TEXTFILE
LOCATION '${hivevar:location}'[=fields.table_properties()];
