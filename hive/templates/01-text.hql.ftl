[#import "fields.ftl" as fields]
[#import "values.ftl" as values]
-- Makes an external table over the text files of [=title], plain or gzip, and a view that converts each field and
-- names a row's problem. Hive reads the files where they are, and deletes none.
--
--   hive -f 01-text.hql --hivevar location=file:///data/cards
--
-- location: URI of the folder that holds the files, and nothing else.
--
[#if fields.parsed]
-- Hive accepts malformed lines, and cannot tell a quoted NULL text from NULL. So a regular expression cuts the
-- lines: the first column is the line itself, then come the fields up to the first malformed one, then the rest of the
-- line, which must be empty.
  [#if format.quote??]
-- A text has two columns: the first is for a field in quotes, the second for one without, and the other is NULL.
  [/#if]
[#elseif format.delimiterAfterLast]
-- Hive accepts malformed lines: a missing field or a bad number becomes NULL, and surplus fields are dropped. So the
-- table keeps every field as text, with one column for the text after the last [=fields.delimiter], which must be empty, and one for
-- surplus fields. A line end stands for NULL here, because no text can hold one.
[#else]
-- Hive accepts malformed lines: a missing field or a bad number becomes NULL, and surplus fields are dropped. So the
-- table keeps every field as text, with one column for surplus fields. A line end stands for NULL here, because no text
-- can hold one.
[/#if]
-- In the view, a bad number or date is NULL, and "[=fields.problem]" names any other wrong field.
CREATE EXTERNAL TABLE [=table.sqlName()]_text (
[#list fields.text_columns() as name]
  [=name] STRING[#sep],[/#sep]
[/#list]
)
[=fields.row_format("'\\n'")]
STORED AS TEXTFILE
LOCATION '${hivevar:location}'[=fields.table_properties()];

CREATE VIEW [=table.sqlName()]_checked AS
SELECT
[#list hive.columns() as column]
  [#assign value = values.value(column)]
  [=value][#if value != column.name] AS [=column.name][/#if],
  [#if fields.may_be_null(column)]
  [=column.name] = [=fields.null_text] AS [=fields.is_null(column)],
  [/#if]
[/#list]
  CASE
    WHEN [=fields.too_few()] THEN 'too few fields'
    WHEN [=fields.too_many()] THEN 'too many fields'
[#if fields.parsed]
    WHEN [=fields.more] <> '' THEN 'quotes or escapes'
[/#if]
[#list hive.columns() as column]
  [#assign wrong = values.wrong(column)]
  [#if wrong != ""]
    WHEN [=wrong][=(wrong?length > 90)?then("\n     ", "")] THEN [=fields.literal(column.described.name)]
  [/#if]
[/#list]
    ELSE ''
  END AS [=fields.problem],
  INPUT__FILE__NAME AS [=fields.file],
  BLOCK__OFFSET__INSIDE__FILE AS [=fields.first_byte],
[#if fields.parsed]
  [=fields.line]
[#else]
  CONCAT_WS([=fields.delimiter],
    [=fields.text_columns()?join(",\n    ")]) AS [=fields.line]
[/#if]
FROM [=table.sqlName()]_text;
