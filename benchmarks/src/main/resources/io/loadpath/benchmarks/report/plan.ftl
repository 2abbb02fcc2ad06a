<#ftl output_format="plainText">
<#-- A plan in sentences, with formulas to repeat it by hand. -->
<#assign goal = plan.goal figures = plan.figures chosen = plan.chosen() aim = plan.forGoal()>
<#function count n what><#return n?c + " " + what + (n == 1)?then("", "s")></#function>
<#-- The two ends of an interval, if they differ. -->
<#function span low high><#return (low == high)?then("", " (" + low?c + "–" + high?c + ")")></#function>
<#function cores o><#local e = o.coresForGoal()><#return count(whole(e.median), "core") + span(whole(e.low), whole(e.high))></#function>
<#function whole n><#return [1, (n - 0.000000001)?ceiling]?max></#function>
<#function units o><#return count(o.unitsForGoal(), "file") + span(o.lowUnitsForGoal(), o.highUnitsForGoal()) + " with a session and an inflater each"></#function>
<#function ratio o><#return Numbers.fixed(o.codec.ratio, 2)></#function>
<#function ingestFor o><#return goal.rate(o.inboundForGoal()) + " of ingest with " + o.codec.name()></#function>
<#function percent share><#return Numbers.fixed(100 * share, (share < 0.1)?then(1, 0)) + " %"></#function>
<#macro table lines><#list lines as line>
  ${line}
</#list></#macro>
goal     ${goal.text} = ${goal.exact(goal.bytesPerSecond)}
ingest   ${plan.ingest.text} = ${goal.exact(plan.ingest.bytesPerSecond)}<#if plan.ingest.note?has_content> (${plan.ingest.note})</#if>
cores    <#if plan.cores?is_infinite>no limit; --cores N sets one<#else>${plan.cores?c}</#if>
figures  <#if figures.record??>${figures.record.id} of ${figures.path}<#list figures.parameters as name, value> ${name}=${value}</#list><#else>the study of 2010: gzip -3 shrinks text to 1/2.1, a unit inflates 20 MiB/s with a quarter of a core</#if>

<#if chosen.reached()>
${chosen.codec.name()} reaches the goal: ${units(chosen)}; ${cores(chosen)}; ${goal.rate(chosen.inboundForGoal())} inbound of ${goal.rate(plan.ingest.bytesPerSecond)}. The tightest limit is ${chosen.bottleneck()}.
<#else>
<#assign low = chosen.lowBytesPerSecond() high = chosen.highBytesPerSecond()>
The goal is out of reach: ${chosen.codec.name()} in ${count(chosen.units, "file")} gives ${goal.rate(chosen.bytesPerSecond())}<#if low != high> (${goal.digits(low)}–${goal.digits(high)})</#if>, ${percent(chosen.share())} of it, because it is ${chosen.bottleneck()}-bound. The data of one hour would take ${Numbers.threeDigits(chosen.minutesOver())} minutes longer.
<#assign computed = plan.codecPlans?filter(o -> o.enoughCores())>
The goal needs <#if aim.enoughIngest()>${cores(aim)} and ${units(aim)} with ${aim.codec.name()}<#if computed?has_content>, or </#if></#if><#if computed?has_content>${ingestFor(computed?filter(o -> o.codec.ratio == computed?last.codec.ratio)?first)}, or a codec that shrinks to 1/${Numbers.threeDigits(goal.bytesPerSecond / plan.ingest.bytesPerSecond)} with as little CPU<#elseif !aim.enoughIngest()>${cores(chosen)} and ${ingestFor(chosen)}</#if>.
</#if>
<#macro other o><#local theirs = o.codec.coreSecondsPerByte ours = chosen.codec.coreSecondsPerByte>
${o.codec.name()} (${ratio(o)}:1) <#if chosen.reached() && !o.reached()>misses the goal: it is ${o.bottleneck()}-bound at ${goal.rate(o.bytesPerSecond())}, so the data of one hour takes ${Numbers.threeDigits(o.minutesOver())} minutes longer<#else>takes ${goal.perGiga(o.codec.cpuSecondsPerByte.median)} CPU-s/${goal.giga()} instead of ${goal.perGiga(chosen.codec.cpuSecondsPerByte.median)}, ${goal.perGiga(o.codec.inflateSecondsPerByte)} of them to inflate<#if figures.record?? && theirs.samples + ours.samples == 2> (one run each)<#elseif theirs.low lte ours.high && theirs.high gte ours.low> (no difference shown)</#if>, <#if chosen.reached()>without a gain, because ${goal.rate(chosen.inboundForGoal())} already fits into ${goal.rate(plan.ingest.bytesPerSecond)}<#else>and gives ${goal.rate(o.bytesPerSecond())}, ${o.bottleneck()}-bound</#if></#if></#macro>
<#list {"weaker": plan.weaker(), "stronger": plan.stronger()} as strength, o>
Why not a ${strength} codec: <#if o.isPresent()><@other o.get()/><#else>no ${strength} one was measured</#if>.
</#list>
<#if !figures.record?? && plan.weaker().isPresent() && !plan.weaker().get().reached()>
As the study puts it, with MB for MiB: ${(chosen.inboundForGoal() / 1048576)?floor} MB/s inbound, ${chosen.unitsForGoal()} units, about ${chosen.coresForGoal().median?round} cores, ${plan.weaker().get().minutesOver()?round} minutes over budget uncompressed.
</#if>

The rate is the smallest of four, here with ${chosen.codec.name()} in ${count(chosen.units, "file")}<#if !plan.cores?is_infinite> on ${count(plan.cores, "core")}</#if>:
<@table bounds/>

The needs of the goal with each codec, and the rates reached, in ${goal.unit()}:
<@table codecs/>

By hand, for the goal with ${aim.codec.name()}:
<#assign codec = aim.codec wanted = goal.exact(goal.bytesPerSecond) busy = codec.busyShare()>
  inbound = ${wanted} ÷ ${ratio(aim)} = ${goal.exact(aim.inboundForGoal())}
<#if !codec.unitBytesPerSecond.median?is_infinite>
  units   = ${wanted} ÷ ${goal.exact(codec.unitBytesPerSecond.median)} = ${Numbers.threeDigits(goal.bytesPerSecond / codec.unitBytesPerSecond.median)}, so ${aim.unitsForGoal()}
</#if>
  cores   = ${wanted} × ${goal.perGiga(codec.cpuSecondsPerByte.median)} CPU-s/${goal.giga()} ÷ ${goal.binary?then("1024", "1000")}<#if busy != 1> ÷ ${percent(busy)} busy</#if> = ${Numbers.threeDigits(aim.coresForGoal().median)}, so ${whole(aim.coresForGoal().median)}

<#assign codec = chosen.codec fewest = codec.rates?keys?first!0>
<#if codec.rates?size gt 1>
measured: ${codec.name()}: <#list codec.rates as files, r>${count(files, "file")} ${goal.rate(r.median)} (${Numbers.fixed(r.median / (codec.rates?values?first.median / fewest), 2)} ×)<#sep>, </#list>
</#if>
<#if codec.start.isPresent()>
<#assign start = codec.start.get()>
measured: a load of ${count(codec.coreFiles, "file")} takes ${Numbers.threeDigits(start.seconds)} s and ${Numbers.threeDigits(start.cpuSeconds)} CPU-s to start, from one run on ${Numbers.count(start.rows)} rows; the figures above are without it
</#if>
<#assign runs = codec.coreSecondsPerByte kind = {"NONE": "", "RANGE": "lowest to highest of ", "INTERVAL_95": "95 % for the median of "}[runs.spread.name()]>
<#if kind?has_content>
intervals: the plan with every figure at the low or high end of its interval, ${kind}${runs.samples} runs
</#if>
<#if figures.record??>
<#assign machine = figures.record.environment>
<#list figures.codecs?filter(c -> !c.start.isPresent())>
note: the start of loads of <#items as c>${c.name()}<#sep>, </#items> is unknown, so their figures include it: loads of more than ${Numbers.bytes(figures.logicalBytes)} are faster than shown here
</#list>
<#list figures.codecs?filter(c -> c.coreFiles < machine.logicalCores)>
note: no load of <#items as c>${c.name()}<#sep>, </#items> had a file for each of the ${machine.logicalCores} cores: the plan assumes that all cores are busy
</#list>
<#list figures.codecs?filter(c -> c.unitFiles > 1)>
note: no load of one file of <#items as c>${c.name()}<#sep>, </#items>: the rate of a unit comes from several units in parallel
</#list>
<#if figures.record.interruption().isPresent()>
note: ${figures.record.id} was ${figures.record.interruption().get()}
</#if>
<#if figures.disturbed>
note: other programs disturbed all runs of some variants: the figures may be too low
</#if>
<#if (machine.threadsPerCore!1) gt 1>
note: a core here is one of ${machine.threadsPerCore} hardware threads of a real one
</#if>
<#list figures.record.limits>
note: limits probed in the same run, with threads: <#items as l>${l.name} ${Numbers.threeDigits(l.bytesPerSecond() / 1000000)} MB/s by ${l.threads}<#sep>, </#items>
</#list>
note: the plan assumes that additional cores are as busy as the record's, and that the disk is not a limit
<#else>
note: the study's cores only inflate; its figures do not include the database
</#if>
