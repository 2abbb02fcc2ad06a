-- Makes [=title] a view of the table of 02-lines.sql.
--
--   psql -v view=[=table.sqlName] -v table=[=table.sqlName]_lines -f 03-view.sql
\set ON_ERROR_STOP on

CREATE VIEW :view AS
SELECT
[#list postgres.columns as column]
  [=column.name][#sep],[/#sep]
[/#list]
FROM :table;

COMMENT ON VIEW :view IS 'Loadpath: [=title], dropped with its path';
