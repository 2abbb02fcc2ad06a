-- Makes LINEITEM as an empty table without indexes.
--
--   psql -v table=lineitem -v partition_by= -f lineitem.sql
--
-- table         name of the new table
-- partition_by  empty
--
-- Whole numbers are integers: as numeric they would cost more CPU to load.
\set ON_ERROR_STOP on

CREATE TABLE :table (
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
  l_comment varchar(44) NOT NULL
) :partition_by;

COMMENT ON TABLE :table IS 'Loadpath: LINEITEM, dropped with its path';
