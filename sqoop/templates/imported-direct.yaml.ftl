# The files that the import of [=title] by psql (--direct) writes.
#
#   bin/loadpath fingerprint imported-direct.yaml DIR
table: [=table.name]
format:
  delimiter: [=sqoop.yaml(format.delimiter)]
[#if sqoop.plain]
  quote: none
[/#if]
  header: no
[#include "columns.ftl"]
