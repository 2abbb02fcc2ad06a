<#ftl output_format="plainText">
<#import "data.ftl" as data>
<#list lines as line>
${line}
</#list>
<#list data.cautions(record) as caution>
${caution}
</#list>
<#list record.notRun as n>
not run: ${n.path}: ${n.reason}
</#list>
<#list winners>

<#items as winner>
${winner}
</#items>
</#list>
