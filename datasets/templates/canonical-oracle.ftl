[#--
  The canonical text of a column in Oracle's SQL. CanonicalText.java of rows/ defines it.

  text(column)      the canonical text; \N for NULL, so that a text's backslash at the beginning is doubled
  row(columns)      the canonical text of a row
  hash(text, long)  the first 8 bytes of a text's MD5, as an unsigned number; long: of a CLOB
  digest(hashes)    the sum of hashes modulo 2^64, as 16 hex digits
  measures(column)  the compared figures of a BINARY_DOUBLE, as a JSON object
--]
[#macro canonical column]
  [#local type = column.described.type]
  [#switch column.kind]
    [#on "integer"]
      TO_CHAR([=column.name])
    [#on "decimal"]
      [#-- in a mask the point is a point, whatever the session's language --]
      TO_CHAR([=column.name], 'FM[=""?left_pad(type.size - type.places - 1, "9")]0[#if type.places > 0].[=""?left_pad(type.places, "0")][/#if]')
    [#on "boolean"]
      CASE [=column.name] WHEN 1 THEN 'true' WHEN 0 THEN 'false' ELSE TO_CHAR([=column.name]) END
    [#on "text"]
      [#-- LIKE would read the backslash as an escape in other databases, and = takes no CLOB --]
      CASE INSTR([=column.name], '\') WHEN 1 THEN '\' || [=column.name] ELSE [=column.name] END
    [#on "date"]
      TO_CHAR([=column.name], 'YYYY-MM-DD')
    [#on "timestamp"]
      TO_CHAR([#if type.zone]SYS_EXTRACT_UTC([=column.name])[#else][=column.name][/#if], 'YYYY-MM-DD HH24:MI:SS[#if type.places > 0].FF[=type.places][/#if]')
    [#on "bytes"]
      LOWER(RAWTOHEX([=column.name]))
  [/#switch]
[/#macro]

[#function text column]
  [#local value][@canonical column /][/#local]
  [#if column.required]
    [#return value?trim]
  [/#if]
  [#return "NVL(" + value?trim + ", " + isClob(column)?then("TO_CLOB('\\N')", "'\\N'") + ")"]
[/#function]

[#function isClob column]
  [#return column.type == "CLOB"]
[/#function]

[#-- Maximum bytes of a canonical text. A VARCHAR2 holds 4000, a CLOB more. --]
[#function bytes column]
  [#local type = column.described.type]
  [#switch column.kind]
    [#on "integer"][#return type.size + 1]
    [#on "decimal"][#return type.size + 3]
    [#on "boolean"][#return 5]
    [#on "text"][#return isClob(column)?then(4001, [4 * type.size + 1, 4000]?min)]
    [#on "date"][#return 10]
    [#on "timestamp"][#return 20 + type.places]
    [#on "bytes"][#return 4000]
    [#default][#return 0]
  [/#switch]
[/#function]

[#-- The canonical text of a row. If it is longer than a VARCHAR2, it is a CLOB from its first column on. --]
[#macro row columns]
[#local long = isLong(columns)]
[#list columns as column]
      [#if long && column?is_first && !isClob(column)]TO_CLOB([=column.name])[#else][=column.name][/#if][#sep] || '|' ||[/#sep]
[/#list]
[/#macro]

[#function isLong columns]
  [#local sum = columns?size - 1]
  [#list columns as column]
    [#local sum += bytes(column)]
  [/#list]
  [#return sum > 4000]
[/#function]

[#-- STANDARD_HASH takes no CLOB; 2 is DBMS_CRYPTO.HASH_MD5, whose name SQL does not know. --]
[#function hash text long]
  [#local md5 = long?then("DBMS_CRYPTO.HASH(" + text + ", 2)", "STANDARD_HASH(" + text + ", 'MD5')")]
  [#return "TO_NUMBER(SUBSTR(RAWTOHEX(" + md5 + "), 1, 16), 'XXXXXXXXXXXXXXXX')"]
[/#function]

[#function digest hashes]
  [#return "LOWER(LPAD(TO_CHAR(MOD(NVL(SUM(" + hashes + "), 0), 18446744073709551616), 'FMXXXXXXXXXXXXXXXX'), 16, '0'))"]
[/#function]

[#-- The mask of a sum has 17 digits, with which a double can be read back. An infinite one fits into no mask. --]
[#macro measured column]
'{"values": ' || COUNT([=column.name]) ||
      ', "nan": ' || COUNT(CASE WHEN [=column.name] = TO_BINARY_DOUBLE('NaN') THEN 1 END) ||
      ', "infinities": ' || COUNT(CASE WHEN ABS([=column.name]) = TO_BINARY_DOUBLE('INF') THEN 1 END) ||
      ', "sum": "' || [=total("CASE WHEN ABS(" + column.name + ") < TO_BINARY_DOUBLE('INF') THEN " + column.name + " END")] ||
      '", "magnitude": "' || [=total("CASE WHEN ABS(" + column.name + ") < TO_BINARY_DOUBLE('INF') THEN ABS(" + column.name + ") END")] || '"}'
[/#macro]

[#function total values]
  [#return "CASE WHEN ABS(NVL(SUM(" + values + "), 0)) < TO_BINARY_DOUBLE('INF')\n"
      + "        THEN TRIM(TO_CHAR(NVL(SUM(" + values + "), 0), '9.9999999999999999EEEE')) ELSE 'Infinity' END"]
[/#function]

[#function measures column]
  [#local object][@measured column /][/#local]
  [#return object?trim]
[/#function]
