<#macro table t>
|<#list t.columns() as column> ${column.name} |</#list>
|<#list t.columns() as column> ${column.number?then("---:", ":---")} |</#list>
<#list t.cells("–") as row>
|<#list row as cell> ${cell.text} |</#list>
</#list>
</#macro>
