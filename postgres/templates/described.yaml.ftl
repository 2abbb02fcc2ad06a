# The files of [=title], for programs that read a description.
#
#   engines/bin/hadoop jar mapreduce/target/loadpath-mapreduce-*.jar load --table [=table.name].yaml …
table: [=table.name]
format:
  delimiter: [=sqoop.yaml(format.delimiter)]
  quote: [#if format.quote??][=sqoop.yaml(format.quote)][#else]none[/#if]
  escape: [#if format.escape??][=sqoop.yaml(format.escape)][#else]none[/#if]
  header: [=format.header?string("yes", "no")]
  delimiter-after-last: [=format.delimiterAfterLast?string("yes", "no")]
  null: [=sqoop.yaml(format.nullText)]
  line-end: [=format.lineEnd.word]
  encoding: [=(format.encoding?string == "UTF-8")?then("utf-8", "latin-1")]
  dates: [=format.dateForm.text]
  timestamps: [=sqoop.yaml(format.dateForm.text + format.timestampForm.text)]
[#include "/sqoop/templates/columns.ftl"]
