-- LINEITEM of TPC-H over text files as dbgen writes them, with exact types: decimals for money and keys of 64 bits.
-- Makes an external table: Hive reads the files where they are and deletes none. The table must not exist yet.
--
--   hive -f hive/lineitem.hql --hivevar location=file:///data/lineitem
--
-- location: URI of the folder that holds the files, and nothing else.
-- lineitem-double.hql is the same table with the column types of the 2012 study.
CREATE EXTERNAL TABLE lineitem (
  l_orderkey BIGINT,
  l_partkey BIGINT,
  l_suppkey BIGINT,
  l_linenumber INT,
  l_quantity DECIMAL(15, 2),
  l_extendedprice DECIMAL(15, 2),
  l_discount DECIMAL(15, 2),
  l_tax DECIMAL(15, 2),
  l_returnflag STRING,
  l_linestatus STRING,
  l_shipdate DATE,
  l_commitdate DATE,
  l_receiptdate DATE,
  l_shipinstruct STRING,
  l_shipmode STRING,
  l_comment STRING
)
ROW FORMAT DELIMITED FIELDS TERMINATED BY '|'
STORED AS TEXTFILE
LOCATION '${hivevar:location}';
