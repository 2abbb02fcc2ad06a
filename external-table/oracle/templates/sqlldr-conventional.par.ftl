control=[=table.name].ctl
[#if format.header]
skip=1
[/#if]
direct=false
errors=0
rows=5000
bindsize=8388608
readsize=8388608
silent=(header,feedback)
