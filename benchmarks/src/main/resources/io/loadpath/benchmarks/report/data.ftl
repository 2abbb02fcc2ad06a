<#ftl output_format="plainText">
<#-- What page, Markdown and terminal say about the user's tables: functions that return text. -->
<#function counted n what><#return Numbers.count(n) + " " + what + (n == 1)?then("", "s")></#function>
<#-- sales: 3 rows of 2 columns, 35 B in 1 plain file -->
<#function headlines record><#return record.datasets?filter(d -> d.own())?map(d -> d.dataset + ": " + counted(d.rows, "row") + " of " + counted(d.columns, "column") + ", " + Numbers.bytes(d.logicalBytes) + " in " + counted(d.files, (d.codec == "none")?then("plain", d.codec) + " file"))></#function>
<#-- Tools start for up to ten seconds; the fastest of them load a tenth of a gigabyte in that time. -->
<#function cautions record><#return record.datasets?filter(d -> d.own() && d.logicalBytes < 100000000)?map(d -> d.dataset + " is small (" + Numbers.bytes(d.logicalBytes) + "): rates and costs are mostly the start of each tool. More rows show what a row costs.")></#function>
<#function notes record>
<#local notes = []>
<#list record.datasets?filter(d -> d.own()) as d>
<#local notes += [d.traits?has_content?then("Traits of " + d.dataset + ": " + d.traits?join(", ") + ".", "Nothing in " + d.dataset + " is hard for a loader.")]>
<#if d.fingerprint.doubles?has_content><#local notes += ["Columns of doubles are compared by value, their sums to 1e-9 of the sum of absolute values: " + d.fingerprint.doubles?keys?join(", ") + "."]></#if>
<#local notes += ["There are no start runs: rates and costs are with the start of each tool."]>
</#list>
<#return notes>
</#function>
