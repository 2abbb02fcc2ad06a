<#import "macros.ftl" as m>
`${command?no_esc}`

<@m.table t/>
