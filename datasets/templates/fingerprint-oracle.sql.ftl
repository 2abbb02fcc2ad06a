[#import "canonical-oracle.ftl" as canonical]
[#import "names.ftl" as names]
[#assign columns = oracle.columns()]
[#assign texts = columns?filter(column -> column.kind != "double")]
[#assign rowName = names.free("whole_row")]
[#assign countName = names.free("row_count")]
[#-- A VARCHAR2 holds 4000 bytes, and a letter has at most 3 in UTF-8 for each 16 bits; SQL*Plus cuts long lines. --]
[#assign answerBytes = 100]
[#list columns as column]
  [#assign answerBytes += 3 * names.json(column.described.name)?length + (column.kind == "double")?then(180, 24)]
[/#list]
[#assign longAnswer = answerBytes > 4000]
[#assign breaks = longAnswer?then(" CHR(10) ||", "")]
-- The fingerprint of a table with the columns of [=title], as one JSON object. Oracle 12.1 or later.
--
--   sqlplus user@database @fingerprint-[=table.name]-oracle.sql [=title]
--
-- h(t) is the first 8 bytes of MD5(t) as an unsigned 64-bit number. A column's digest is the sum of h over all rows
-- modulo 2^64; "row" is that of the whole row, with '|' between the fields. The order of the rows does not matter.
-- NULL counts as \N, and a text's backslash at the beginning is doubled.
-- To Oracle, '' and NULL are the same: a VARCHAR2 holds no '', so no load can turn one into the
-- other, and the fingerprint cannot tell them apart. The sums are exact: a NUMBER holds 38 digits.
-- STANDARD_HASH reads the bytes of the database's character set, which must be AL32UTF8 where texts are not ASCII.
[#if canonical.isLong(texts)]
-- A row can be longer than a VARCHAR2. The user needs EXECUTE on DBMS_CRYPTO, which hashes CLOBs.
[/#if]
[#if texts?size < columns?size]
-- A BINARY_DOUBLE has no digest and is not part of "row": its values are counted and summed.
[/#if]
WHENEVER OSERROR EXIT FAILURE ROLLBACK
WHENEVER SQLERROR EXIT FAILURE ROLLBACK
SET PAGESIZE 0
SET LINESIZE 4000
[#if longAnswer]
SET LONG 1000000
SET LONGCHUNKSIZE 1000000
[/#if]
SET FEEDBACK OFF
SET VERIFY OFF

WITH canonical_texts AS (
  SELECT
[#list columns as column]
    [#assign text = (column.kind == "double")?then(column.name, canonical.text(column))]
    [=text][#if text != column.name] AS [=column.name][/#if][#sep],[/#sep]
[/#list]
  FROM &1
),
canonical_hashes AS (
  SELECT
[#list columns as column]
    [#if column.kind == "double"][=column.name][#else][=canonical.hash(column.name, canonical.isClob(column))] AS [=column.name][/#if],
[/#list]
    [#assign row][@canonical.row texts /][/#assign]
    [=canonical.hash("\n      " + row?trim, canonical.isLong(texts))] AS [=rowName]
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
SELECT
  [=longAnswer?then("TO_CLOB('{\"rows\": ')", "'{\"rows\": '")] || [=countName] || ', "row": "' || [=rowName] || '", "columns": {' ||
[#list columns as column]
  [#if column.kind == "double"]
  '"[=names.json(column.described.name)]": ' || [=column.name] || '[#sep], [/#sep]' ||[=breaks]
  [#else]
  '"[=names.json(column.described.name)]": "' || [=column.name] || '"[#sep], [/#sep]' ||[=breaks]
  [/#if]
[/#list]
  '}}' AS fingerprint
FROM canonical_digests;

EXIT SUCCESS
