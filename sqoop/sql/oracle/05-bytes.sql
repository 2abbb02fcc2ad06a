-- Prints the bytes that a table takes, with all its partitions.
--
--   sqlplus user@database @05-bytes.sql ALL_CARD_TRANS
WHENEVER OSERROR EXIT FAILURE ROLLBACK
WHENEVER SQLERROR EXIT FAILURE ROLLBACK
SET VERIFY OFF

SELECT NVL(SUM(bytes), 0) AS stored_bytes
FROM user_segments
WHERE segment_name = '&1';

EXIT SUCCESS
