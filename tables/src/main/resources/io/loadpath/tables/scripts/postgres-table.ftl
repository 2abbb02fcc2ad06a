postgres/tables/[=table.name].sql <- postgres/templates/table.sql
[#if keys??]
postgres/tables/[=table.name]-partitions.sql <- postgres/templates/table-partitions.sql
postgres/tables/[=table.name]-months.sql <- postgres/templates/table-months.sql
[/#if]
postgres/tables/[=table.name]-format.sql <- postgres/templates/table-format.sql
postgres/tables/[=table.name].json <- postgres/templates/table.json
