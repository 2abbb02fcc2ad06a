control=[=table.name].ctl
[#if format.header]
skip=1
[/#if]
direct=true
parallel=true
errors=0
date_cache=2000
silent=(header,feedback)
