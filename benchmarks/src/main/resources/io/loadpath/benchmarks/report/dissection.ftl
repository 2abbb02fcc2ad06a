<#ftl output_format="plainText">
<#import "findings.ftl" as findings>
<#list dissection.table().lines() as line>
${line}
</#list>
<#list record.samples?filter(s -> !s.verified()) as s>
FAILED: ${s.variant}: ${s.error.message}
</#list>
<#list record.notRun as n>
not run: ${n.path}: ${n.reason}
</#list>
<#list findings.of(dissection.rows)>

<#items as finding>
${finding}
</#items>
</#list>
