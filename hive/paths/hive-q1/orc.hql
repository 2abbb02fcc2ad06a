-- Copies the rows of the text table to ORC, under the text table's name.
-- orc: URI of the folder for them, which must not exist yet.
ALTER TABLE lineitem RENAME TO lineitem_text;
CREATE EXTERNAL TABLE lineitem STORED AS ORC LOCATION '${hivevar:orc}' AS SELECT * FROM lineitem_text;
