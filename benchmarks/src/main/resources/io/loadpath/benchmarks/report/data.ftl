<#ftl output_format="plainText">
<#-- Texts about the user's own tables, for page, Markdown and terminal. -->
<#function counted n what><#return Numbers.count(n) + " " + what + (n == 1)?then("", "s")></#function>
<#-- sales: 3 rows of 2 columns, 35 B in 1 plain file -->
<#function headlines record><#return record.datasets?filter(d -> d.own())?map(d -> d.dataset + ": " + counted(d.rows, "row") + " of " + counted(d.columns, "column") + ", " + Numbers.bytes(d.logicalBytes) + " in " + counted(d.files, (d.codec == "none")?then("plain", d.codec) + " file"))></#function>
<#-- A tool's start takes up to ten seconds; the fastest tools load a tenth of a gigabyte in that time. -->
<#function cautions record><#return record.datasets?filter(d -> d.own() && d.logicalBytes < 100000000)?map(d -> d.dataset + " is small (" + Numbers.bytes(d.logicalBytes) + "): rates and costs show mostly the start of each tool. Use more rows to see the cost of a row.")></#function>
<#function notes record>
<#local notes = []>
<#list record.datasets?filter(d -> d.own()) as d>
<#local notes += [d.traits?has_content?then("Traits of " + d.dataset + ": " + d.traits?join(", ") + ".", d.dataset + " has nothing that is hard for a loader.")]>
<#if d.fingerprint.doubles?has_content><#local notes += ["Columns of doubles are compared by value, their sums to 1e-9 of the sum of absolute values: " + d.fingerprint.doubles?keys?join(", ") + "."]></#if>
<#local notes += ["There are no start runs, so rates and costs include the start of each tool."]>
</#list>
<#return notes>
</#function>
