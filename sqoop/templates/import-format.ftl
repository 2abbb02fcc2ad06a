--fields-terminated-by
[=sqoop.delimiter]

[#if sqoop.plain]
[#if format.nullText == ""]
# NULL is an empty field, in text columns and in all others.
[#else]
# NULL is [=format.nullText], in text columns and in all others.
[/#if]
--null-string
[=sqoop.nullText]
--null-non-string
[=sqoop.nullText]
[#else]
# A delimiter, a line end or a backslash in a value has a backslash before it.
--escaped-by
'\\'

# NULL is the character NUL, which no text of PostgreSQL holds. Sqoop writes NULL like an equal text, so '\\N' would not
# tell them apart.
--null-string
'\0'
--null-non-string
'\0'
[/#if]
