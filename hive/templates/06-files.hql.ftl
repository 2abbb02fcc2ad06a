[#import "/datasets/templates/canonical-hive.ftl" as canonical]
-- Prints the files of the table that 02-heap.hql or 02-partitioned.hql makes: URI, number of rows, digest of the rows.
--
--   hive -S -f 06-files.hql
--
-- The digest is the one named "row" in ../../datasets/sql/fingerprint-[=table.name]-hive.sql. The sum of the digests of
-- all files modulo 2^64 is that of the table. CONCAT_WS leaves out a NULL: as \N each field has its place, so a row whose
-- text holds a '|' cannot have the digest of another row.
SELECT
  file,
  COUNT(*),
  [=canonical.digest(canonical.hash("line"))]
FROM (
  SELECT
    INPUT__FILE__NAME AS file,
    [=canonical.row(hive.columns()?filter(column -> column.kind != "double")?map(column -> canonical.text(column)))] AS line
  FROM [=table.sqlName()]
) AS lines
GROUP BY file;
