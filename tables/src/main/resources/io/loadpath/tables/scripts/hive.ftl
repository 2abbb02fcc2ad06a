[#-- Loads of text files into ORC tables. --]
run first: hive -f hive/[=table.name]/01-text.hql --hivevar location=DIR     # DIR: the URI of a folder that holds the data files alone, such as file:///data/[=table.name]
[#list ["01-text", "01-typed", "02-heap", "02-partitioned", "03-insert-heap", "03-insert-partitioned", "03-load-heap",
  "03-load-partitioned", "04-rejects", "05-misplaced", "06-files"] as script]
[#if keys?? || !(script?ends_with("-partitioned") || script == "05-misplaced")]
hive/[=table.name]/[=script].hql <- hive/templates/[=script].hql
[/#if]
[/#list]
[#if isLineitem]
[#-- As Q1 reads it. --]
hive/lineitem.hql <- hive/templates/lineitem.hql
hive/lineitem-double.hql <- hive/templates/lineitem-double.hql
[/#if]
datasets/sql/fingerprint-[=table.name]-hive.sql <- datasets/templates/fingerprint-hive.sql
