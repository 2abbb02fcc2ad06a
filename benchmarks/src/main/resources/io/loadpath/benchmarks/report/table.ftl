<#import "macros.ftl" as m>
<#import "data.ftl" as data>
<#import "facts.ftl" as facts>
**Loadpath ${record.name()}**, ${record.startedAt.toString()?substring(0, 10)}, ${facts.headline(record.environment)}<#if record.environment.postgres??>; PostgreSQL ${record.environment.postgres.words()}</#if><#list data.headlines(record) as line>; ${line}</#list><#list record.places as place>; ${place.words()}</#list>. ${Numbers.count(figures.runs())} <#if figures.runs() == 1>run<#else>runs</#if>, ${Numbers.count(figures.verifiedRuns())} verified<#list figures.uncountedFailures() as words>, ${words}</#list><#if figures.disturbedRuns() gt 0>, ${Numbers.count(figures.disturbedRuns())} disturbed by other programs, ${Numbers.count(figures.repeatedRuns())} repeated</#if>.

<#if record.interrupted??>
**Interrupted**: ${record.interruption().get()?remove_beginning("interrupted: ")}<#list record.interrupted.missing>: <#items as m>${m.runs} of ${m.variant}<#sep>, </#items></#list>

</#if>
<#if figures.measured()?has_content>
<@m.table paths/>

</#if>
<#list figures.failed()>
Failed:
<#items as f>
- ${f.label}: <#if f.failedRuns() gt 0>${f.failedRuns()} of ${f.samples?size} runs<#list f.errors() as error>; ${error.step}: ${error.message}</#list><#if f.failedUncounted()?has_content>; </#if></#if><#list f.failedUncounted() as s>${s.kind()}: ${s.error.step}: ${s.error.message}<#sep>; </#list>
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
The same in all variants of a path: <#items as f>${f.variant.name()} ${f.sharedText()}<#sep>; </#items>.

</#list>
<#list data.cautions(record) + data.notes(record) as note>
${note}

</#list>
Medians of the verified runs; in brackets the range from the lowest to the highest run, or with 6 or more runs the 95 % interval. MB = 10^6, GB = 10^9 and TB = 10^12 bytes of uncompressed text. Run it again: <code>${record.command}</code>
