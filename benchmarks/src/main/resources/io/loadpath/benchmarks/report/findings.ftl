<#ftl output_format="plainText">
<#-- Sentences about the rows of a dissection. -->
<#function counted n what><#return n?c + " " + what + (n == 1)?then("", "s")></#function>
<#function order whole row>
<#if !row.jobs?? || !whole.jobs??><#return ""></#if>
<#if row.jobs < whole.jobs><#return row.engine + " take " + counted(whole.jobs, "job") + " instead of " + row.jobs?c></#if>
<#local less = row.jobs == whole.jobs && row.tasks?? && whole.tasks?? && row.tasks < whole.tasks>
<#return less?then(row.engine + " run " + counted(whole.tasks!0, "task") + " instead of " + (row.tasks!0)?c + ", in " + counted(row.jobs, "job") + " as without", "")>
</#function>
<#function aggregation whole row>
<#local more = (whole.shuffledBytes!0) < (row.shuffledBytes!0) && whole.shuffledBytes??>
<#return more?then(row.engine + " shuffles " + Numbers.bytes(row.shuffledBytes!0) + " instead of " + Numbers.bytes(whole.shuffledBytes!0), "")>
</#function>
<#-- Only the hand-written job partitions the groups in order; Hive partitions them by hash. -->
<#function reducers whole row>
<#local one = (whole.jobs!0) == 1 && (row.jobs!0) == 1 && row.figures.variant.tool == "mapreduce">
<#return one?then(row.engine + " takes 1 job with " + row.shows() + " too", "")>
</#function>
<#-- Joins the findings of the rows that change one parameter. -->
<#function sentence rows parameter start finding>
<#local said = []>
<#list rows?filter(r -> r.changes?size == 1 && r.changes[parameter]??) as row>
<#local one = finding(row.whole, row)>
<#if one?has_content><#local said += [one]></#if>
</#list>
<#return said?has_content?then([start + " " + said?join("; ") + "."], [])>
</#function>
<#function of rows><#return sentence(rows, "order", "ORDER BY makes", order) + sentence(rows, "aggregation", "Without map-side aggregation", aggregation) + sentence(rows, "reducers", "Sorted by its own partitioner,", reducers)></#function>
