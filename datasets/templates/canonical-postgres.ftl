[#--
  The canonical text of a column in PostgreSQL's SQL. CanonicalText.java of rows/ defines it.

  text(column)         the canonical text; \N for NULL, so that a text's backslash at the beginning is doubled
  text(column, value)  the same of another expression of the column's type
  row(columns)         the canonical text of a row
  hash(text)           the first 8 bytes of a text's MD5, as a signed number
  measures(column)     the compared figures of a double, as a JSON object
  call(start, values)  the call of a function with any number of values: PostgreSQL takes 100
--]
[#macro canonical column value]
  [#local type = column.described.type]
  [#switch column.kind]
    [#on "integer", "decimal", "boolean"]
      [=value]::text
    [#on "date"]
      to_char([=value], 'YYYY-MM-DD')
    [#on "timestamp"]
      to_char([=value][#if type.zone] AT TIME ZONE 'UTC'[/#if], 'YYYY-MM-DD HH24:MI:SS[=fraction(type.places)]')
    [#on "bytes"]
      encode([=value], 'hex')
  [/#switch]
[/#macro]

[#-- PostgreSQL holds 6 digits after the point: the others are zeros. --]
[#function fraction places]
  [#if places == 0]
    [#return ""]
  [#elseif places <= 6]
    [#return ".FF" + places]
  [/#if]
  [#return ".FF6\"" + "000"[0..<(places - 6)] + "\""]
[/#function]

[#function text column value=column.name]
  [#if column.kind == "text"]
    [#-- 92 is the backslash; ascii costs less than starts_with or LIKE --]
    [#return "CASE WHEN ascii(" + value + ") = 92 THEN '\\' || " + value + " ELSE coalesce(" + value + ", '\\N') END"]
  [/#if]
  [#local text][@canonical column value /][/#local]
  [#return column.required?then(text?trim, "coalesce(" + text?trim + ", '\\N')")]
[/#function]

[#-- concat_ws writes numbers as their texts. It leaves out NULL: a NULL in a required column makes the row lack a '|'. --]
[#function row columns]
  [#local values = columns?map(column ->
      (column.required && (column.kind == "integer" || column.kind == "decimal"))?then(column.name, text(column)))]
  [#return call("concat_ws('|',", values)]
[/#function]

[#function call start values]
  [#if values?size > 99]
    [#return call(start, values?chunk(99)?map(some -> call(start, some)))]
  [/#if]
  [#return start + "\n      " + values?join(",\n      ") + "\n    )"]
[/#function]

[#-- MD5 of UTF-8, whatever the database's encoding. --]
[#function hash text]
  [#return "('x' || md5(convert_to(" + text + ", 'UTF8')))::bit(64)::bigint"]
[/#function]

[#-- Sums of numeric do not overflow, and do not depend on the order of the rows. --]
[#macro measured column]
json_build_object(
    'values', count([=column.name]),
    'nan', count(*) FILTER (WHERE [=column.name] = 'NaN'),
    'infinities', count(*) FILTER (WHERE abs([=column.name]) = 'Infinity'),
    'sum', coalesce(sum([=column.name]::numeric) FILTER (WHERE abs([=column.name]) < 'Infinity'), 0),
    'magnitude', coalesce(sum(abs([=column.name])::numeric) FILTER (WHERE abs([=column.name]) < 'Infinity'), 0))
[/#macro]

[#function measures column]
  [#local object][@measured column /][/#local]
  [#return object?trim]
[/#function]
