[#--
  Names in a fingerprint's SQL.

  free(name)  a name that no column has: unchanged, or with underscores after it
  json(name)  a column's name in a JSON string, as ASCII where letters have a meaning in SQL, in a shell or to a client
--]
[#function free name]
  [#local taken = table.columns?map(column -> column.name?lower_case)]
  [#return taken?seq_contains(name)?then(free(name + "_"), name)]
[/#function]

[#function json name]
  [#return name?replace("\\", "\\u005c")?replace("\"", "\\u0022")?replace("'", "\\u0027")
      ?replace("&", "\\u0026")?replace(";", "\\u003b")?replace("$", "\\u0024")]
[/#function]
