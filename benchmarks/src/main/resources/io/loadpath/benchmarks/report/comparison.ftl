<#macro side f><#if f.measured.isPresent()>${f.measured.get().loadRateTbPerHour.textWithSpread()} | ${f.measured.get().cpuCostSecondsPerGb.textWithSpread()}<#else>– | –</#if></#macro>
<#assign result = compared.result>
**Loadpath**, A = ${compared.a().id}, B = ${compared.b().id}. B/A below 1: B needs less.

<#if result.warnings?has_content>
<#list result.warnings as warning>
- ${warning}
</#list>

</#if>
<#if compared.rows?has_content>
| Path | A TB/h | A CPU-s/GB | B TB/h | B CPU-s/GB | Time, B/A | | CPU, B/A | |
| :--- | ---: | ---: | ---: | ---: | ---: | :--- | ---: | :--- |
<#list compared.rows as row>
| ${row.a.variant.id} | <@side row.a/> | <@side row.b/> | <#if row.compared.isPresent()>${row.compared.get().time.ratio.text()} | ${row.compared.get().time.ratio.words()} | <#if row.compared.get().cpu.isPresent()>${row.compared.get().cpu.get().ratio.text()} | ${row.compared.get().cpu.get().ratio.words()} |<#else> | not compared |</#if><#else> | not compared | | not compared |</#if>
</#list>

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
