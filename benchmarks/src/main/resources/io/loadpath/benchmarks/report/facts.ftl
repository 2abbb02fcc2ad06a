<#ftl output_format="plainText">
<#-- Facts about the machine, the engines and the run, in the order of the page. -->
<#function headline machine><#return counted(machine.logicalCores, "core") + ", " + machine.cpuModel + ", " + Numbers.bytes(machine.memoryBytes)></#function>
<#function counted n what><#return n?c + " " + what + (n == 1)?then("", "s")></#function>
<#function machine record>
<#local e = record.environment turbo = ""><#if e.turbo??><#local turbo = e.turbo?then("on", "off")></#if>
<#local facts = [
  ["CPU", e.cpuModel],
  ["Logical cores", e.logicalCores?c],
  ["Threads per core", (e.threadsPerCore?c)!],
  ["Governor", e.governor!],
  ["Turbo", turbo],
  ["NUMA nodes", (e.numaNodes?c)!],
  ["Huge pages", e.hugePages!],
  ["Memory", Numbers.bytes(e.memoryBytes)],
  ["File system", e.fileSystem!],
  ["Kernel", e.kernel!],
  ["System", e.os!],
  ["JDK", e.jdk!],
  ["Run as", (e.user == "root")?then("root", "an ordinary user")]
]>
<#if e.calibration??><#local facts += [["Calibration", calibration(e.calibration)]]></#if>
<#return facts>
</#function>
<#-- The right result is the same on every machine. -->
<#function calibration c>
<#return Numbers.threeDigits(c.wallNanos / 1000000000) + " s, result " + c.result?c + (c.result == 873729.72)?then(" (right)", " (wrong: 873729.72 expected)")>
</#function>
<#function run record>
<#local facts = [["Engines", versions(record.environment.engines)], ["Tools", versions(record.environment.tools)]]>
<#if record.environment.postgres??><#local facts += [["PostgreSQL", record.environment.postgres.words()]]></#if>
<#if record.places?has_content><#local facts += [["Clusters", record.places?map(place -> place.words())?join("; ")]]></#if>
<#if record.network?has_content><#local facts += [["Links", record.network?map(link -> link.net + " from " + link.from + " to " + link.to + ": " + Numbers.threeDigits(link.bytesPerSecond / 1000000) + " MB/s, round trip " + Numbers.threeDigits(link.roundTripNanos / 1000000) + " ms")?join("; ")]]></#if>
<#return facts + [
  ["CPU counted by", instrument(record.instrument)]
] + database(record) + [
  ["Loadpath", record.loadpathVersion + (", revision " + record.gitRevision + (record.gitDirty!false)?then(" with changes", ""))!],
  ["Suite", record.suite.name + ": " + record.suite.title],
  ["Rounds", rounds(record.suite)],
  ["Started", record.startedAt.toString()],
  ["Took", duration((record.finishedAt.toEpochMilli() - record.startedAt.toEpochMilli()) / 1000)]
]>
</#function>
<#function versions of><#local all = []><#list of as name, version><#local all += [name + " " + version!"absent"]></#list><#return all?has_content?then(all?join(", "), "none")></#function>
<#function instrument i>
<#if !i.check??><#return i.name + ", not checked"></#if>
<#local off = 100 * (i.check.measuredCpuNanos / i.check.expectedCpuNanos - 1)>
<#return i.name + ", " + (off lt 0)?then("-", "+") + Numbers.fixed(off?abs, 1) + " % on a burner of known time">
</#function>
<#function database record>
<#if !record.databaseInstrument??><#return []></#if>
<#local i = record.databaseInstrument>
<#if !i.check??><#return [["Database's CPU counted by", "none: " + i.refusals?join("; ")]]></#if>
<#local cost = ((i.readingNanos!0) gt 0)?then(", " + Numbers.threeDigits(i.readingNanos / 1000000) + " ms for a reading, in no figure", "")>
<#return [["Database's CPU counted by", instrument(i) + cost]]>
</#function>
<#function rounds suite>
<#local budget = ""><#if suite.budgetSeconds??><#local budget = " at most, with a budget of " + duration(suite.budgetSeconds)></#if>
<#return suite.rounds?c + budget + (suite.warmups gt 0)?then(" after " + suite.warmups?c + " warm-up", "") + ", order shuffled with seed " + suite.seed?c>
</#function>
<#function duration seconds><#local s = [0, seconds?floor]?max><#return (s < 60)?then(s?c + " s", (s / 60)?floor?c + " min " + (s % 60)?c + " s")></#function>
<#function shown fact><#return fact[1]?has_content?then(fact[1], "not visible")></#function>
<#function all record><#return machine(record) + run(record)></#function>
<#-- The differences between two records: name, value in A, value in B. -->
<#function differences a b>
<#local differences = []>
<#list all(a) as fact>
<#local others = all(b)?filter(f -> f[0] == fact[0])>
<#local other = others?has_content?then(shown((others?first)![fact[0], ""]), "not visible")>
<#if shown(fact) != other><#local differences += [[fact[0], shown(fact), other]]></#if>
</#list>
<#return differences>
</#function>
