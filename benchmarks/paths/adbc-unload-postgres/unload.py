"""Writes the rows of one range of blocks as CSV: ADBC reads them by binary COPY, and pyarrow writes them.

    python3 unload.py NUMBER OF-NUMBERS

Settings: batches are written as they come (fetch_record_batch of ADBC's documentation), so that no range is in memory
as a whole. ADBC's driver reads every query by COPY, in batches of 16 MiB.
"""

import sys

import adbc_driver_postgresql.dbapi
import pyarrow.csv as csv
from peers import out_file, queries

number, of = map(int, sys.argv[1:])
# the address is in libpq's variables
with adbc_driver_postgresql.dbapi.connect("postgresql://") as session, session.cursor() as cursor:
    cursor.execute(queries("adbc_unload_postgres", of)[number])
    rows = cursor.fetch_record_batch()
    options = csv.WriteOptions(include_header=False, delimiter="|")
    with csv.CSVWriter(out_file(number), rows.schema, write_options=options) as out:
        for batch in rows:
            out.write_batch(batch)
