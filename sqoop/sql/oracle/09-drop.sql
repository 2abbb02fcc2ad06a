-- Removes a table, if it is there.
--
--   sqlplus -S user@database @09-drop.sql ALL_CARD_TRANS
BEGIN
  EXECUTE IMMEDIATE 'DROP TABLE &1 PURGE';
EXCEPTION
  WHEN OTHERS THEN
    -- ORA-00942: table or view does not exist
    IF SQLCODE != -942 THEN
      RAISE;
    END IF;
END;
/
