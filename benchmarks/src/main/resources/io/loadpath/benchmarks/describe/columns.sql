-- Says of each column what its values look like, from a file with a line for each field of a table:
--
--   column,first row or not,quoted or not,place,length in characters,"begin of the text"
--
-- fields: the file's name. Prints a row for each column and each look of its values; texts as hex digits.
CREATE TABLE field AS
SELECT *, translate(value, '0123456789', '9999999999') AS shape
FROM read_csv(
  getvariable('fields'),
  auto_detect = false,
  header = false,
  delim = ',',
  quote = '"',
  escape = '"',
  new_line = '\n',
  nullstr = '\0',
  columns = {
    'col': 'INTEGER',
    'first_row': 'BOOLEAN',
    'quoted': 'BOOLEAN',
    'place': 'BIGINT',
    'chars': 'INTEGER',
    'value': 'VARCHAR'
  }
);

-- Fields that look alike but for their digits are looked at once.
CREATE TABLE look AS
WITH parts AS (
  SELECT
    shape,
    CASE
      WHEN regexp_matches(shape, '^9999-99-99') THEN 'iso'
      WHEN regexp_matches(shape, '^99/99/9999') THEN 'slash'
      WHEN regexp_matches(shape, '^99\.99\.9999') THEN 'dot'
      WHEN regexp_matches(shape, '^99999999') THEN 'compact'
    END AS day
  FROM field
  GROUP BY shape
),
rests AS (
  SELECT *, substr(shape, if(day = 'compact', 9, 11)) AS rest FROM parts
)
SELECT
  shape,
  day,
  if(starts_with(rest, 'T'), 'T', ' ') AS gap,
  length(regexp_extract(rest, '\.(9+)', 1)) AS second_digits,
  regexp_matches(rest, '.(Z|[+-]99(:?99)?)$') AS zone,
  CASE
    WHEN shape = '' THEN 'EMPTY'
    WHEN shape IN ('NA', 'N/A', 'n/a', '#N/A', 'NULL', 'null', 'Null', '\N', 'nil', 'None', 'NaN', 'nan', '-', '?', '.')
      THEN 'WORD'
    WHEN regexp_matches(shape, '^[+-]?9+$') THEN 'INTEGER'
    WHEN regexp_matches(shape, '^[+-]?(9+\.9*|\.9+)$') THEN 'DECIMAL'
    WHEN regexp_matches(shape, '^[+-]?(9+\.?9*|\.9+)[eE][+-]?9+$') THEN 'EXPONENT'
    WHEN lower(shape) IN ('true', 'false') THEN 'BOOLEAN'
    WHEN day IS NOT NULL AND rest = '' THEN 'DATE'
    WHEN day IS NOT NULL AND regexp_matches(rest, '^[ T]99:99:99(\.9{1,9})?(Z|[+-]99(:?99)?)?$') THEN 'TIMESTAMP'
    WHEN regexp_matches(shape, '^(9{4}[-/.]9{1,2}[-/.]9{1,2}|9{1,2}[-/.]9{1,2}[-/.]9{2,4})([ T].*)?$') THEN 'OTHER_DATE'
    WHEN regexp_matches(shape, '^ *[+-]?[$€]?9[9,. ]*%? *$') THEN 'OTHER_NUMBER'
    ELSE 'TEXT'
  END AS look
FROM rests;

SELECT
  col,
  first_row,
  quoted,
  look,
  day,
  gap,
  zone,
  hex(if(look = 'WORD', value, NULL)) AS word,
  count(*) AS fields,
  max(chars) AS chars,
  max(second_digits) AS second_digits,
  -- digits before and behind the point
  max(CASE WHEN look IN ('INTEGER', 'DECIMAL') THEN length(ltrim(split_part(ltrim(value, '+-'), '.', 1), '0')) END) AS whole,
  max(CASE WHEN look = 'DECIMAL' THEN length(split_part(value, '.', 2)) END) AS fraction,
  count(CASE WHEN look IN ('INTEGER', 'DECIMAL') AND regexp_matches(value, '^([+]|[+-]?0[0-9])') THEN 1 END) AS padded,
  count(CASE WHEN look = 'INTEGER' AND try_cast(value AS BIGINT) IS NULL THEN 1 END) AS too_large,
  -- days of the calendar, as each form reads them
  count(CASE
    WHEN look = 'INTEGER' AND day = 'compact' AND length(value) = 8 AND value BETWEEN '19000101' AND '21001231'
      THEN try_strptime(value, '%Y%m%d')
    WHEN look IN ('DATE', 'TIMESTAMP') AND day = 'compact' THEN try_strptime(substr(value, 1, 8), '%Y%m%d')
    WHEN look IN ('DATE', 'TIMESTAMP') AND day = 'iso' THEN try_strptime(substr(value, 1, 10), '%Y-%m-%d')
    WHEN look IN ('DATE', 'TIMESTAMP') AND day = 'dot' THEN try_strptime(substr(value, 1, 10), '%d.%m.%Y')
    WHEN look IN ('DATE', 'TIMESTAMP') AND day = 'slash' THEN try_strptime(substr(value, 1, 10), '%m/%d/%Y')
  END) AS days,
  count(CASE
    WHEN look IN ('DATE', 'TIMESTAMP') AND day = 'slash' THEN try_strptime(substr(value, 1, 10), '%d/%m/%Y')
  END) AS british_days,
  min(place) AS first_place,
  hex(arg_min(value, place)) AS first_value,
  count(CASE WHEN value = head.head_value THEN 1 END) AS like_head
FROM field
JOIN look USING (shape)
LEFT JOIN (SELECT col, arg_min(value, place) AS head_value FROM field WHERE first_row GROUP BY col) AS head USING (col)
GROUP BY col, first_row, quoted, look, day, gap, zone, word
ORDER BY col, first_row, quoted, look;
