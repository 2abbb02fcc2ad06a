<#import "macros.ftl" as m>
<#assign result = compared.result>
**Loadpath**, A = ${compared.a.record.id}, B = ${compared.b.record.id}. If B/A is below 1, B needs less.

<#if result.warnings?has_content>
<#list result.warnings as warning>
- ${warning}
</#list>

</#if>
<#if !compared.both().isEmpty()>
<@m.table compared.both()/>

</#if>
<#list result.refusals>
Not compared:
<#items as reason>
- ${reason}
</#items>

</#list>
<#list result.onlyInA as id>
- only in A: ${id}
</#list>
<#list result.onlyInB as id>
- only in B: ${id}
</#list>
