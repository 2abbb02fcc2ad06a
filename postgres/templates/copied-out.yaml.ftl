# The files that the path copy-unload-postgres writes of [=title].
#
#   bin/loadpath fingerprint [=table.name]-out.yaml DIR
table: [=table.name]
format:
  delimiter: '|'
  header: no
[#include "/sqoop/templates/columns.ftl"]
