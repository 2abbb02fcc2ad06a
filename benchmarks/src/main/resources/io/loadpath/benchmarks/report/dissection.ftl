<#ftl output_format="plainText">
<#import "findings.ftl" as findings>
<#list dissection.table().lines() as line>
${line}
</#list>
<#list findings.of(dissection.rows)>

<#items as finding>
${finding}
</#items>
</#list>
