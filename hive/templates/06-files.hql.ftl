[#import "/datasets/templates/canonical-hive.ftl" as canonical]
[#assign texts = hive.columns()?filter(column -> column.kind != "double")]
-- Prints the files of the table that 02-heap.hql or 02-partitioned.hql makes: URI, number of rows, digest of the rows.
--
--   hive -S -f 06-files.hql
--
-- The digest is the one named "row" in ../../datasets/sql/fingerprint-[=table.name]-hive.sql. The sum of the digests of
-- all files modulo 2^64 is that of the table, if no text holds a '|', which could make two different rows one text. A row
-- with a '|' in a text has another digest here. Then the sum differs, too, and the columns must be compared.
SELECT
  file,
  COUNT(*),
  [=canonical.digest(canonical.hash(canonical.marked("line", texts)))]
FROM (
  SELECT
    INPUT__FILE__NAME AS file,
    [=canonical.row(texts?map(column -> canonical.text(column)))] AS line
  FROM [=table.sqlName()]
) AS lines
GROUP BY file;
