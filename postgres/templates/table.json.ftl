{
  "columns": [
[#list postgres.columns() as column]
    {"name": "[=column.described.name?json_string]", "sql": "[=column.name?json_string]", "kind": "[=column.kind]", "type": "[=column.type]"}[#sep],[/#sep]
[/#list]
  ],
  "format": {
    "delimiter": "[=format.delimiter?string?json_string]",
    "quote": [#if format.quote??]"[=format.quote?string?json_string]"[#else]null[/#if],
    "escape": [#if format.escape??]"[=format.escape?string?json_string]"[#else]null[/#if],
    "header": [=format.header],
    "delimiterAfterLast": [=format.delimiterAfterLast],
    "null": "[=format.nullText?json_string]",
    "encoding": "[=format.encoding]",
    "dates": "[=format.dateForm.text]"
  }
}
