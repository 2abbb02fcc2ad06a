--input-fields-terminated-by
[=sqoop.delimiter]

[#if format.quote??]
# Fields may be in quotes.[#if format.escape?? && format.escape == format.quote] Sqoop does not know a doubled quote inside of them.[/#if]
--input-optionally-enclosed-by
[=sqoop.character(format.quote)]

[/#if]
[#if format.escape?? && !(format.quote?? && format.escape == format.quote)]
# The character after it is a plain one.
--input-escaped-by
[=sqoop.character(format.escape)]

[/#if]
[#if format.nullText == ""]
# An empty field is NULL, in text columns and in all others.
[#else]
# The text for NULL, in text columns and in all others.
[/#if]
--input-null-string
[=sqoop.nullText]
--input-null-non-string
[=sqoop.nullText]
