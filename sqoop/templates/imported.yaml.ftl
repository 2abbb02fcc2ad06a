# The files that the imports of [=title] by JDBC and by Loadpath's connector write.
#
#   bin/loadpath fingerprint imported.yaml DIR
table: [=table.name]
format:
  delimiter: [=sqoop.yaml(format.delimiter)]
  quote: none
[#if sqoop.plain]
  header: no
  null: [=sqoop.yaml(format.nullText)]
[#else]
  escape: '\'
  header: no
  null: "\0"
[/#if]
[#include "columns.ftl"]
