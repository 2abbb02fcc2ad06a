"""Writes a table as one CSV file: ConnectorX reads ranges of blocks in as many threads, pyarrow writes their batches.

    python3 unload.py RANGES

Settings, from "Basic usage" of ConnectorX's documentation: a list of queries, one for each thread; protocol binary, the
default and the fastest for PostgreSQL; return_type arrow_stream, so that pyarrow writes batches while others are read,
and the table is not in memory as a whole.
"""

import os
import sys
from urllib.parse import quote

import connectorx
import pyarrow.csv as csv
from peers import out_file, password, queries


def address():
    """The database's address, with the password: ConnectorX reads none of libpq's variables."""
    login = f"{quote(os.environ['PGUSER'], safe='')}:{quote(password(), safe='')}"
    place = f"{os.environ['PGHOST']}:{os.environ['PGPORT']}/{quote(os.environ['PGDATABASE'], safe='')}"
    tls = {"sslmode": os.environ.get("PGSSLMODE"), "sslrootcert": os.environ.get("PGSSLROOTCERT")}
    parameters = "&".join(f"{name}={quote(value)}" for name, value in tls.items() if value)
    return f"postgresql://{login}@{place}?{parameters}"


try:
    rows = connectorx.read_sql(
        address(),
        queries("connectorx_unload_postgres", int(sys.argv[1])),
        return_type="arrow_stream",
        protocol="binary",
    )
    options = csv.WriteOptions(include_header=False, delimiter="|")
    with csv.CSVWriter(out_file(0), rows.schema, write_options=options) as out:
        for batch in rows:
            out.write_batch(batch)
except RuntimeError as e:  # ConnectorX's own
    sys.exit(f"ConnectorX unloaded not all rows: {e}")
