[#import "fields.ftl" as fields]
control=[=table.name].ctl
[#if format.header]
skip=1
[/#if]
direct=true
errors=0
date_cache=2000
[#if fields.has_clob]
readsize=[=fields.read_size]
[/#if]
silent=(header,feedback)
