[#import "canonical-hive.ftl" as canonical]
[#import "names.ftl" as names]
[#assign columns = hive.columns()]
[#assign rowName = names.free("whole_row")]
[#assign countName = names.free("row_count")]
-- The fingerprint of a table with the columns of [=title], as one JSON object. Runs on Hive 4.0.1.
--
--   hive -S --hivevar table=[=table.sqlName()] -f fingerprint-[=table.name]-hive.sql
--
-- h(t) is the first 8 bytes of MD5(t) as an unsigned 64-bit number. A column's digest is the sum of h over all rows
-- modulo 2^64; "row" is that of the whole row, with '|' between the fields. The order of the rows does not matter.
-- NULL counts as \N, and a text's backslash at the beginning is doubled. The sums are exact: a DECIMAL holds 38 digits.
-- A DATE may be a STRING in ISO form.
[#if columns?filter(column -> column.kind == "double")?has_content]
-- A DOUBLE has no digest and is not part of "row": its values are counted and summed, and compared with a tolerance.
[/#if]
WITH canonical_texts AS (
  SELECT
[#list columns as column]
    [#if column.kind == "double"][=column.name][#else][=canonical.text(column)] AS [=column.name][/#if][#sep],[/#sep]
[/#list]
  FROM ${hivevar:table}
),
canonical_hashes AS (
  SELECT
[#list columns as column]
    [#if column.kind == "double"][=column.name][#else][=canonical.hash(column.name)] AS [=column.name][/#if],
[/#list]
    [=canonical.hash(canonical.row(columns?filter(column -> column.kind != "double")?map(column -> column.name)))] AS [=rowName]
  FROM canonical_texts
),
canonical_digests AS (
  SELECT
[#list columns as column]
    [#if column.kind == "double"][=canonical.measures(column)][#else][=canonical.digest(column.name)][/#if] AS [=column.name],
[/#list]
    [=canonical.digest(rowName)] AS [=rowName],
    COUNT(*) AS [=countName]
  FROM canonical_hashes
)
SELECT CONCAT(
  '{"rows": ', [=countName], ', "row": "', [=rowName], '", "columns": {',
[#list columns as column]
  [#if column.kind == "double"]
  '"[=names.json(column.described.name)?replace("\\", "\\\\")]": ', [=column.name], '[#sep], [/#sep]',
  [#else]
  '"[=names.json(column.described.name)?replace("\\", "\\\\")]": "', [=column.name], '"[#sep], [/#sep]',
  [/#if]
[/#list]
  '}}'
)
FROM canonical_digests;
