[#import "canonical-postgres.ftl" as canonical]
[#assign columns = postgres.columns()]
[#assign doubles = columns?filter(column -> column.kind == "double")]
[#assign texts = columns?filter(column -> column.kind != "double")]
[#assign free = texts?filter(column -> column.kind == "text")]
[#--
  Whether a column is likely to have few different values. Each such column costs one more scan of the table. With many
  columns, or wide rows, that is more than it saves.
--]
[#function isGrouped column]
  [#if columns?size > 20]
    [#return false]
  [/#if]
  [#local type = column.described.type]
  [#switch column.kind]
    [#on "boolean", "date"][#return true]
    [#on "integer"][#return type.size <= 6]
    [#on "text"][#return 0 < type.size && type.size <= 40 && column.described.name != (keys.bucketColumn)!""]
    [#default][#return false]
  [/#switch]
[/#function]
[#assign single = texts?filter(column -> !isGrouped(column))]
[#function place column]
  [#return columns?map(other -> other.name)?seq_index_of(column.name) + 1]
[/#function]
[#function literal column]
  [#return "'" + column.described.name?replace("'", "''") + "'"]
[/#function]
-- The fingerprint of a table with the columns of [=title], as one JSON object. PostgreSQL 13 or later.
--
--   psql -At -v table=[=table.sqlName()] -v manifest={} -f fingerprint-[=table.name]-postgres.sql
--
-- table     the table, as SQL writes its name: all, sales.all or sales."All rows"
-- manifest  the data set's manifest.json, or {}. Where the number of rows and the digest of whole rows equal the
--           manifest's, the columns' digests do too, and are left out. Otherwise they show which column differs.
--
-- h(t) is the first 8 bytes of MD5(t) as a 64-bit number. A column's digest is the sum of h over all rows modulo 2^64;
-- "row" is that of the whole row, with '|' between the fields. The order of the rows does not matter.
-- NULL counts as \N, and a text's backslash at the beginning is doubled. Texts are hashed in UTF-8.
-- PostgreSQL has no unsigned integers: h is summed as a signed number, exactly (the sums are numeric); modulo 2^64
-- the result is the same.[#if single?size < texts?size] In a column with few different values, each value is hashed once and multiplied by the number
-- of its rows: this halves the work and does not change the answer.[/#if] Each part is a parallel scan.
[#if doubles?has_content]
-- A double precision column is not part of "row" and has no digest: its values are counted and summed, exactly.
[/#if]
WITH
whole_rows_sum AS (
  SELECT
    count(*) AS n,
    sum([=canonical.hash(canonical.row(texts))]) AS total,
[#if free?has_content]
    -- a '|' in a text could make two different rows one text
    bool_or(strpos([=canonical.call("concat(", free?map(column -> column.name))], '|') > 0) AS ambiguous
[#else]
    false AS ambiguous
[/#if]
  FROM :table
),
row_proof AS (
  SELECT coalesce(
    n = (wanted ->> 'rows')::bigint AND ambiguous IS NOT TRUE
      AND mod(coalesce(total, 0) - ('x' || (wanted ->> 'row'))::bit(64)::bigint, 18446744073709551616) = 0,
    false) AS holds
  FROM whole_rows_sum, LATERAL (SELECT (:'manifest')::json -> 'fingerprint') AS manifest (wanted)
),
[#if single?has_content]
single_value_sums AS (
  SELECT
[#list single as column]
    sum([=canonical.hash(canonical.text(column))]) AS [=column.name][#sep],[/#sep]
[/#list]
  FROM :table
),
[/#if]
column_sums (place, name, total) AS (
[#list texts as column]
  [#if !isGrouped(column)]
  SELECT [=place(column)], [=literal(column)], [=column.name] FROM single_value_sums
  [#else]
  SELECT [=place(column)], [=literal(column)], sum(n * [=canonical.hash(canonical.text(column, "value"))]::numeric)
  FROM (SELECT [=column.name] AS value, count(*) AS n FROM :table GROUP BY 1) AS g
  [/#if]
  [#sep]
  UNION ALL
  [/#sep]
[/#list]
),
all_sums (place, name, total) AS (
  SELECT 0, 'row', total FROM whole_rows_sum
  UNION ALL
  SELECT place, name, total FROM column_sums WHERE NOT (SELECT holds FROM row_proof)
),
json_digests (place, name, digest) AS (
  -- to_hex takes a bigint: the sum is moved into [-2^63, 2^63), which has the bits of the unsigned sum
  SELECT
    place,
    name,
    to_json(lpad(to_hex((mod(mod(coalesce(total, 0), 18446744073709551616) + 27670116110564327424, 18446744073709551616)
      - 9223372036854775808)::bigint), 16, '0'))
  FROM all_sums
[#list doubles as column]
  UNION ALL
  SELECT [=place(column)], [=literal(column)], [=canonical.measures(column)]
  FROM :table
[/#list]
)
SELECT json_strip_nulls(json_build_object(
  'rows', (SELECT n FROM whole_rows_sum),
  'row', (SELECT digest FROM json_digests WHERE place = 0),
  'columns', (SELECT json_object_agg(name, digest ORDER BY place) FROM json_digests WHERE place > 0)
));
