[#-- The fields for ORACLE_LOADER and SQL*Loader, and the SQL that turns fields read as text into values. The syntax of
     both is in Oracle Database Utilities. --]
[#assign masks = {"yyyy-mm-dd": "YYYY-MM-DD", "yyyymmdd": "YYYYMMDD", "mm/dd/yyyy": "MM/DD/YYYY",
  "dd/mm/yyyy": "DD/MM/YYYY", "dd.mm.yyyy": "DD.MM.YYYY"}]
[#assign day_mask = masks[format.dateForm.text()]]
[#assign crlf = format.lineEnd.word() == "crlf"]
[#-- Only with CSV may a field in quotes hold line ends; its records end with LF. --]
[#assign csv = (format.quote?? && !crlf)?then("CSV WITH EMBEDDED ", "")]
[#assign character_set = (format.encoding?string == "UTF-8")?then("AL32UTF8", "WE8ISO8859P1")]

[#-- A record must fit into the buffer, READSIZE, of both. A CLOB of 1000000 characters takes up to 4000000 bytes. --]
[#assign has_clob = oracle.columns()?filter(column -> column.type == "CLOB")?size > 0]
[#assign read_size = 8388608]
[#assign has_long_text = oracle.columns()?filter(column -> column.kind == "text" && column.type != "CLOB" && column.described.type.size > 1000)?size > 0]

[#-- A text in quotes, or as bytes if Oracle or SQL*Plus would read one of its characters in another way.
     prefix: of bytes, 0X or X --]
[#function string text prefix]
  [#if !text?matches("(?s).*[\\t'\"\\\\&].*")][#return "'[=text]'"][/#if]
  [#return "[=prefix]'[=bytes(text)]'"]
[/#function]
[#assign printable = " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"]
[#function bytes text]
  [#local hex = ""]
  [#list 0..<text?length as i]
    [#local code = (text[i] == "\t")?then(9, 32 + printable?index_of(text[i]))]
    [#local hex += "0123456789ABCDEF"[(code / 16)?int] + "0123456789ABCDEF"[code % 16]]
  [/#list]
  [#return hex]
[/#function]

[#-- A column's name in the access parameters. Their parser has other reserved words: these go in quotes, in capitals as
     in the dictionary. --]
[#assign reserved = "all and are asterisk at atsign badfile badfilename backslash bendian big blanks by bytes bytestr
char characters characterset charset charstr check clob collength colon column comma concat constant counted csv data
date data_cache date_cache date_format datemask day debug decimal defaultif delimitby delimited directio discardfile
dnfs_enable dnfs_disable dnfs_readbuffers dot double doubletype dqstring dquote dscfilename embedded enclosed endian
endpos eof equal exit extended_io_parameters external externalkw extparm field fields file filedir filename fixed float
floattype for from hash hexprefix in integer interval io_options is language ldrtrim leftcb leftp lefttxtdelim lendian
little load lobfile lobpc lobpcconst local localtzone logfile logfilename lrtrim ltrim make_ref mask minussign missing
missingfld month names newline no nobadfile nocheck nodirectio nodiscardfile nologfile not notequal notermby notrim
null nullif oid optenclose optionally options or oracle_date oracle_number override position preprocessor processing
quote raw readsize recnum records reject rightcb rightp righttxtdelim row rows rtrim scale second semi setid sign sizes
skip string termby termeof terminated termws territory time timestamp timezone to transforms uinteger underscore
unsigned values varchar varcharc variable varraw varrawc vlenelm vmaxlen when whitespace with without xmltag
year"?word_list]
[#function field_name column]
  [#return reserved?seq_contains(column.name)?then("\"[=column.name?upper_case]\"", column.name)]
[/#function]

[#-- A column's name in a control file: SQL*Loader has one reserved word. --]
[#function control_name column]
  [#return (column.name == "constant")?then("\"CONSTANT\"", column.name)]
[/#function]

[#-- TERMINATED BY and ENCLOSED BY. --]
[#function delimiters prefix]
  [#local enclosed = (format.quote??)?then(" OPTIONALLY ENCLOSED BY " + string((format.quote!"")?string, prefix), "")]
  [#return "TERMINATED BY " + string(format.delimiter?string, prefix) + enclosed]
[/#function]

[#-- The maximum length of a field in characters: a sign, a point and a zero before it count. --]
[#function length column]
  [#local type = column.described.type]
  [#switch column.kind]
    [#case "integer"][#return type.size + 1]
    [#case "decimal"][#return type.size + 3]
    [#case "boolean"][#return 5]
    [#case "text"][#return (column.type == "CLOB")?then(1000000, type.size)]
    [#case "date"][#return day_mask?length]
    [#case "bytes"][#return 4000]
    [#default][#return 40]
  [/#switch]
[/#function]

[#-- NULLIF where a text that is not empty means NULL: an empty field is always NULL. --]
[#function null_if name equals prefix]
  [#if format.nullText == ""][#return ""][/#if]
  [#return " NULLIF [=name][=equals]" + string(format.nullText, prefix)]
[/#function]

[#-- Whether the external table reads the column as text, which 04-load.sql converts. --]
[#function read_as_text column][#return ["boolean", "timestamp", "bytes"]?seq_contains(column.kind)][/#function]

[#-- The value of a field that is read as text. --]
[#function converted column text]
  [#switch column.kind]
    [#case "boolean"]
      [#-- another text is an error, ORA-01722 --]
      [#return "CASE WHEN LOWER([=text]) IN ('true', 't', 'yes', 'y', '1') THEN 1"
        + " WHEN LOWER([=text]) IN ('false', 'f', 'no', 'n', '0') THEN 0 ELSE TO_NUMBER([=text]) END"]
    [#case "bytes"][#return "HEXTORAW([=text])"]
    [#case "timestamp"]
      [#local time = format.timestampForm.text()?starts_with("T")?then("REPLACE([=text], 'T', ' ')", text)]
      [#if !column.described.type.zone][#return "TO_TIMESTAMP([=time], '[=day_mask] HH24:MI:SS.FF')"][/#if]
      [#-- Z, +hh and +hhmm become +hh:mm; the mask has a fraction only where the text has one --]
      [#local zoned = "REGEXP_REPLACE(REGEXP_REPLACE(REGEXP_REPLACE([=time], '[Zz]$', '+00:00'), '([+-][0-9]{2})$', '\\1:00'), '([+-][0-9]{2})([0-9]{2})$', '\\1:\\2')"]
      [#return "TO_TIMESTAMP_TZ([=zoned], CASE WHEN [=text] LIKE '%:__.%' THEN '[=day_mask] HH24:MI:SS.FFTZH:TZM' ELSE '[=day_mask] HH24:MI:SSTZH:TZM' END)"]
    [#default][#return text]
  [/#switch]
[/#function]

[#function constraint column][#return (column.kind == "boolean")?then(" CHECK ([=column.name] IN (0, 1))", "")][/#function]

[#assign has_check = oracle.columns()?filter(column -> constraint(column) != "")?size > 0]

[#-- SQL*Loader: the end of the last field of a line that ends with CR and LF. --]
[#assign last_delimiters = "TERMINATED BY X'0D'"
  + (format.quote??)?then(" OPTIONALLY ENCLOSED BY " + string((format.quote!"")?string, "X"), "")]

[#-- SQL*Loader: the SQL of a value in its quotes. --]
[#function expression column]
  [#return "\"" + converted(column, ":" + control_name(column))?replace("\\", "\\\\")?replace("\"", "\\\"") + "\""]
[/#function]
