postgres/sql/functions.sql
postgres/sql/functions/attach.sql
postgres/sql/functions/end-mark.sql
postgres/sql/functions/external.sql
postgres/sql/functions/replace.sql
postgres/sql/functions/staging.sql
postgres/sql/functions/tables.sql
postgres/sql/functions/teardown.sql
