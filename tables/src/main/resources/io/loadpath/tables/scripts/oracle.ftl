[#-- External tables and SQL*Loader. --]
[#assign folder = "external-table/oracle"]
run first: cd [=folder], sqlplus /nolog, then 00-settings.sql, 02-external-table.sql, 03-target.sql, 04-load.sql and 05-verify.sql; 09-teardown.sql drops the target
[#list ["00-preflight.sql", "01-directories.sql", "01-owner.sql", "03-target.sql", "06-statistics.sql", "07-options.sql",
  "09-teardown.sql", "10-drop-directories.sql", "ERRORS.md"] as script]
[=folder]/[=script]
[/#list]
[#list ["00-settings.sql", "02-external-table.sql", "03-target-heap.sql", "04-load.sql", "05-verify.sql",
  "sqlldr-conventional.par", "sqlldr-direct.par"] as script]
[=folder]/[=script] <- [=folder]/templates/[=script]
[/#list]
[#-- Oracle has no partitions by a time with a zone. --]
[#if keys?? && !table.columns?filter(column -> column.name == keys.column && column.type.zone)?has_content]
[=folder]/03-target-partitioned.sql <- [=folder]/templates/03-target-partitioned.sql
[/#if]
[=folder]/[=table.name].ctl <- [=folder]/templates/table.ctl
[#include "preprocessors.ftl"]
datasets/sql/fingerprint-[=table.name]-oracle.sql <- datasets/templates/fingerprint-oracle.sql
