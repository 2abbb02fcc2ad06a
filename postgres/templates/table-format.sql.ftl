-- Says how the files of [=title] are written, in variables for psql: options of COPY and of file_fdw.
--
--   psql -f [=table.name]-format.sql -f …
--
-- format            delimiter, quote, NULL and so on
-- copy_options      the same for COPY, which also reads what follows the last delimiter
-- delimiter_at_end  whether a delimiter follows the last field, too: one more column takes the empty text after it
[#if keys??]
-- partition_key     partition_by of [=table.name].sql for a partitioned table
[/#if]
-- date_order        how dates with slashes or points are read: MDY or DMY. ISO dates are read all the same.
[#if !format.quote??]
--
[#if format.escape??]
-- Fields have no quotes, and a backslash makes the next character a plain one.
[#else]
-- Fields have neither quotes nor escapes. CSV has a quote in any case: here a character that text does not hold.
[/#if]
[/#if]
\set ON_ERROR_STOP on

\set format [=copy.psql(copy.options())]
\set copy_options [=copy.psql(copy.copyOptions())]
\set delimiter_at_end [=format.delimiterAfterLast]
\set date_order [=copy.dateOrder()]
[#if keys??]
\set partition_key [=copy.psql("PARTITION BY RANGE (" + postgres.name(keys.column) + ")")]
[/#if]
