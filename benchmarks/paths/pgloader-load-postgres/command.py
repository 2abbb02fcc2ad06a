"""Writes the command for pgloader that loads one file.

    python3 command.py FILE >COMMAND-FILE

Settings, from "CSV" and "Batch Processing" of pgloader's documentation: on error stop, because no row may be left out;
pgloader then makes no batches, and a file is one COPY. A reader and a writer (workers, concurrency), because each file has
a process. The command has no password: pgloader reads PGPASSFILE.
"""

import os
import sys

from peers import COLUMNS, FORMAT, SCHEMA

MODES = ("disable", "allow", "prefer", "require")


def field(column):
    options = [f'null if "{FORMAT["null"]}"' if FORMAT["null"] else "null if blanks"]
    if column["kind"] == "date" and FORMAT["dates"] != "yyyy-mm-dd":
        options.append(f"date format '{FORMAT['dates'].upper()}'")
    return f"{column['sql']} [{', '.join(options)}]"


def address():
    mode = os.environ.get("PGSSLMODE", "prefer")
    if mode not in MODES:
        sys.exit(f"pgloader knows no sslmode={mode}, only {', '.join(MODES)}")
    # PGHOST, PGPORT and PGUSER say the rest: in a URI, pgloader knows no IPv6 address and few letters of a user
    return f"postgresql:///{os.environ['PGDATABASE']}?sslmode={mode}"


fields = [field(column) for column in COLUMNS] + ["after_last_delimiter"] * FORMAT["delimiterAfterLast"]
columns = [column["sql"] for column in COLUMNS]
file = os.path.basename(sys.argv[1])  # a link in the same folder: pgloader has no quotes for odd folders
enclosed = f"optionally enclosed by '{FORMAT['quote']}'" if FORMAT["quote"] else "not enclosed"
print(f"""LOAD CSV
  FROM '{file}' WITH ENCODING utf-8 HAVING FIELDS ({", ".join(fields)})
  INTO {address()}
  TARGET TABLE {SCHEMA}.pgloader_load_postgres
  TARGET COLUMNS ({", ".join(columns)})
  WITH on error stop, skip header = {int(FORMAT["header"])}, keep unquoted blanks,
    fields {enclosed}, fields terminated by '{FORMAT["delimiter"]}', workers = 2, concurrency = 1;""")
