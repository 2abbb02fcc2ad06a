[#--
  The canonical text of a column in Hive's SQL. CanonicalText.java of rows/ defines it.

  text(column)           the canonical text; \N for NULL, so that a text's backslash at the beginning is doubled
  row(texts)             the canonical text of a row
  marked(line, columns)  the canonical text of a row, with a '|' after it if a text holds one
  hash(text)             the first 8 bytes of a text's MD5, as an unsigned number
  digest(hashes)         the sum of hashes modulo 2^64, as 16 hex digits
  measures(column)       the compared figures of a DOUBLE, as a JSON object
--]
[#macro canonical column]
  [#local type = column.described.type]
  [#switch column.kind]
    [#on "integer", "decimal", "date"]
      CAST([=column.name] AS STRING)
    [#on "boolean"]
      LOWER(CAST([=column.name] AS STRING))
    [#on "text"]
      IF(SUBSTR([=column.name], 1, 1) = '\\', CONCAT('\\', [=column.name]), [=column.name])
    [#on "timestamp"]
      [#-- Hive prints no zeros at the end, and no point without digits after it --]
      [#local nine = "RPAD(REGEXP_REPLACE(CAST(" + column.name + " AS STRING), '(:..)$', '$1.'), 29, '0')"]
      [#if type.places == 9][=nine][#else]REGEXP_REPLACE([=nine], '[=unused(type.places)]$', '')[/#if]
    [#on "bytes"]
      LOWER(HEX([=column.name]))
  [/#switch]
[/#macro]

[#-- The zeros after a timestamp's last digit, and the point if no digit follows it. --]
[#function unused places]
  [#return (places == 0)?then("[.]", "") + "000000000"[places..]]
[/#function]

[#function text column]
  [#local value][@canonical column /][/#local]
  [#return "COALESCE(" + value?trim + ", '\\\\N')"]
[/#function]

[#function row texts]
  [#return "CONCAT_WS('|',\n      " + texts?join(",\n      ") + ")"]
[/#function]

[#-- A row with more '|' than those between its fields may have the text of another row. --]
[#function marked line columns]
  [#return "IF(LENGTH(" + line + ") - LENGTH(REPLACE(" + line + ", '|', '')) = " + (columns?size - 1) + ", " + line
    + ", CONCAT(" + line + ", '|'))"]
[/#function]

[#function hash text]
  [#return "CAST(CONV(SUBSTR(MD5(" + text + "), 1, 16), 16, 10) AS DECIMAL(20, 0))"]
[/#function]

[#function digest hashes]
  [#return "LPAD(LOWER(CONV(CAST(COALESCE(SUM(" + hashes + "), 0) % 18446744073709551616BD AS STRING), 10, 16)), 16, '0')"]
[/#function]

[#macro measured column]
CONCAT(
      '{"values": ', COUNT([=column.name]),
      ', "nan": ', COUNT(IF(CAST([=column.name] AS STRING) = 'NaN', 1, NULL)),
      ', "infinities": ', COUNT(IF(ABS([=column.name]) = CAST('Infinity' AS DOUBLE), 1, NULL)),
      ', "sum": "', COALESCE(SUM(IF(ABS([=column.name]) < CAST('Infinity' AS DOUBLE), [=column.name], NULL)), 0.0),
      '", "magnitude": "', COALESCE(SUM(IF(ABS([=column.name]) < CAST('Infinity' AS DOUBLE), ABS([=column.name]), NULL)), 0.0),
      '"}')
[/#macro]

[#function measures column]
  [#local object][@measured column /][/#local]
  [#return object?trim]
[/#function]
