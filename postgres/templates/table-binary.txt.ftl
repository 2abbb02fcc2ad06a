--to-binary
[=format.delimiter]
[#if format.header]
--skip-header-lines
1
[/#if]
[#if format.delimiterAfterLast]
--delimiter-at-end
[/#if]
[#if format.nullText != ""]
--null
[=format.nullText]
[/#if]
[#if postgres.columns()?filter(column -> column.kind == "bytes")?has_content]
--hex-bytes
[/#if]
