-- Makes [=title] as an empty table without indexes.
--
[#if keys??]
--   psql -v table=[=table.sqlName()] -v partition_by= -f [=table.name].sql
--
-- table         name of the new table
-- partition_by  empty: a heap; or [=postgres.literal("PARTITION BY RANGE (" + postgres.name(keys.column) + ")")]: [=table.name]-partitions.sql makes the
--               partitions
[#else]
--   psql -v table=[=table.sqlName()] -v partition_by= -f [=table.name].sql
--
-- table         name of the new table
-- partition_by  empty
[/#if]
--
-- Whole numbers are integers: as numeric they would cost more CPU to load.
\set ON_ERROR_STOP on

CREATE TABLE :table (
[#list postgres.columns() as column]
  [=column.name] [=column.type][#if column.required] NOT NULL[/#if][#sep],[/#sep]
[/#list]
) :partition_by;

COMMENT ON TABLE :table IS 'Loadpath: [=title], dropped with its path';
