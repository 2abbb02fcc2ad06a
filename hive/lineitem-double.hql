-- LINEITEM of TPC-H over text files, with the column types of the 2012 study (those of HIVE-600): keys are INT (enough
-- up to scale factor 357), numbers are DOUBLE, which rounds, and dates are text.
-- Makes an external table: Hive reads the files where they are and deletes none. The table must not exist yet.
--
--   hive -f hive/lineitem-double.hql --hivevar location=file:///data/lineitem
--
-- location: URI of the folder that holds the files, and nothing else.
CREATE EXTERNAL TABLE lineitem (
  l_orderkey INT,
  l_partkey INT,
  l_suppkey INT,
  l_linenumber INT,
  l_quantity DOUBLE,
  l_extendedprice DOUBLE,
  l_discount DOUBLE,
  l_tax DOUBLE,
  l_returnflag STRING,
  l_linestatus STRING,
  l_shipdate STRING,
  l_commitdate STRING,
  l_receiptdate STRING,
  l_shipinstruct STRING,
  l_shipmode STRING,
  l_comment STRING
)
ROW FORMAT DELIMITED FIELDS TERMINATED BY '|'
STORED AS TEXTFILE
LOCATION '${hivevar:location}';
