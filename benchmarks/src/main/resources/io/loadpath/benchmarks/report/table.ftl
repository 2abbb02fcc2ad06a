<#assign measured = figures.measured()>
<#assign durable = measured?filter(f -> f.measured.get().durableSeconds.isPresent())?has_content>
<#assign limited = measured?filter(f -> limits[f.variant.id]??)?has_content>
<#assign compared = measured?filter(f -> comparisons[f.variant.id]??)?has_content>
**Loadpath ${record.suite.name}**, ${record.startedAt.toString()?substring(0, 10)}, ${machineLine}. ${Numbers.count(figures.runs())} <#if figures.runs() == 1>run<#else>runs</#if>, ${Numbers.count(figures.verifiedRuns())} verified<#if figures.disturbedRuns() gt 0>, ${Numbers.count(figures.disturbedRuns())} disturbed by other programs, ${Numbers.count(figures.repeatedRuns())} repeated</#if>.

<#if record.interrupted??>
**Interrupted**: ${record.interrupted.missingRuns()} of ${record.plannedRuns()} runs are missing (${record.interrupted.reason}): <#list record.interrupted.missing as m>${m.runs} of ${m.variant}<#sep>, </#list>

</#if>
<#if measured?has_content>
| # | Path | Parameters | TB/h | CPU-s/GB | Commit s |<#if durable> Durable s |</#if><#if limited> % of limit |</#if><#if compared> Time against baseline |</#if> Rows | Verified |
| ---: | :--- | :--- | ---: | ---: | ---: |<#if durable> ---: |</#if><#if limited> ---: |</#if><#if compared> ---: |</#if> ---: | :--- |
<#list measured as f>
<#assign seen = f.measured.get()>
| ${f.rank} | ${f.variant.path} | ${f.differingText()} | ${seen.loadRateTbPerHour.textWithSpread()} | ${seen.cpuCostSecondsPerGb.textWithSpread()} | ${seen.commitSeconds.text()} |<#if durable> <#if seen.durableSeconds.isPresent()>${seen.durableSeconds.get().text()}</#if> |</#if><#if limited> <#if limits[f.variant.id]??>${limits[f.variant.id].text()} of ${limits[f.variant.id].limit.name}<#if limits[f.variant.id].above>, above its limit: an error of the benchmark</#if></#if> |</#if><#if compared> <#if comparisons[f.variant.id]??>${comparisons[f.variant.id].time.text()}, ${comparisons[f.variant.id].time.words()}</#if> |</#if> <#if f.rows().isPresent()>${Numbers.count(f.rows().get())}<#elseif f.query()>${Numbers.count(f.dataset.rows)}</#if> | ${f.verdict()}<#if f.disturbed()>, disturbed</#if><#if f.leftProcesses()?has_content>, left processes</#if> |
</#list>

</#if>
<#list figures.failed()>
Failed:
<#items as f>
- ${f.label}: ${f.samples?size - f.verifiedRuns()} of ${f.samples?size} runs<#list f.errors() as error>; ${error.step}: ${error.message}</#list>
</#items>

</#list>
<#if record.notRun?has_content || figures.notReached()?has_content>
Not run:
<#list record.notRun as n>
- ${n.path}: ${n.reason}
</#list>
<#list figures.notReached() as f>
- ${f.label}: the run ended before its turn
</#list>

</#if>
<#list figures.sharing()>
The same in all variants of a path: <#items as f>${f.variant.path} ${f.sharedText()}<#sep>; </#items>.

</#list>
Medians of the verified runs; in brackets from the lowest to the highest run, or from 6 runs on the 95 % interval. TB = 10^12 and GB = 10^9 bytes of uncompressed text. Again: <code>${record.command}</code>
