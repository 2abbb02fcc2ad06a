--to-binary
[=format.delimiter]
[#if format.delimiterAfterLast]
--delimiter-at-end
[/#if]
[#if format.nullText != ""]
--null
[=format.nullText]
[/#if]
