-- Says how the files of LINEITEM are written, in variables for psql: options of COPY and of file_fdw.
--
--   psql -f lineitem-format.sql -f …
--
-- format            delimiter, quote, NULL and so on
-- copy_options      the same for COPY, which also reads what follows the last delimiter
-- delimiter_at_end  whether a delimiter follows the last field, too: one more column takes the empty text after it
-- date_order        how dates with slashes or points are read: MDY or DMY. ISO dates are read all the same.
--
-- Fields have neither quotes nor escapes. CSV has a quote in any case: here a character that text does not hold.
\set ON_ERROR_STOP on

\set format 'format ''csv'', delimiter ''|'', null '''', quote E''\\x01'''
\set copy_options 'format ''csv'', delimiter ''|'', null '''', quote E''\\x01'', force_not_null (after_last_delimiter)'
\set delimiter_at_end true
\set date_order MDY
