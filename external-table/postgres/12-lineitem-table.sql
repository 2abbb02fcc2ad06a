-- Makes LINEITEM as an empty table, in a schema of its own. PostgreSQL 14 or later.
--
--   psql -v schema=q1 -f 12-lineitem-table.sql
--   cat /data/lineitem/part-* | psql -c "COPY q1.lineitem FROM STDIN (DELIMITER '|')"
--   psql -c 'ALTER TABLE q1.lineitem DROP COLUMN after_last_delimiter' -c 'VACUUM (ANALYZE) q1.lineitem'
--
-- schema  name of a new schema
--
-- The files have a '|' after the last field too, so a line has one more, empty field, which COPY does not leave out; the
-- column for it holds a text of no length, one byte, and is dropped when all is loaded. The vacuum marks the rows as
-- visible to all, which the first query would do otherwise.
\set ON_ERROR_STOP on

CREATE SCHEMA :"schema";

CREATE TABLE :"schema".lineitem (
  l_orderkey bigint NOT NULL,
  l_partkey bigint NOT NULL,
  l_suppkey bigint NOT NULL,
  l_linenumber integer NOT NULL,
  l_quantity numeric(15, 2) NOT NULL,
  l_extendedprice numeric(15, 2) NOT NULL,
  l_discount numeric(15, 2) NOT NULL,
  l_tax numeric(15, 2) NOT NULL,
  l_returnflag varchar(1) NOT NULL,
  l_linestatus varchar(1) NOT NULL,
  l_shipdate date NOT NULL,
  l_commitdate date NOT NULL,
  l_receiptdate date NOT NULL,
  l_shipinstruct varchar(25) NOT NULL,
  l_shipmode varchar(10) NOT NULL,
  l_comment varchar(44) NOT NULL,
  after_last_delimiter text
);
