"""Parts that the Python programs of the peers share: the table as its description says it, and the server."""

import json
import os
from pathlib import Path

WORK = Path(os.environ["LOADPATH_WORK"])
SCHEMA = os.environ["LOADPATH_SCHEMA"]

_table = Path(os.environ["LOADPATH_SCRIPTS"], "postgres/tables", os.environ["LOADPATH_TABLE"] + ".json")
COLUMNS, FORMAT = json.loads(_table.read_text(encoding="utf-8")).values()

# kinds that a client gets as they are; it gets others as PostgreSQL's text, which loses nothing
PLAIN = ("integer", "text", "date")


def files():
    """The data's files, which setup has noted."""
    return (WORK / "files").read_text().splitlines()


def password():
    return Path(os.environ["LOADPATH_PASSWORD_FILE"]).read_text()


def select_list():
    return ", ".join(c["sql"] if c["kind"] in PLAIN else f"{c['sql']}::text" for c in COLUMNS)


def ranges(table, number):
    """Conditions of ranges of blocks of equal size. PostgreSQL 14 or later reads only the blocks of a range."""
    bounds = [
        f"(SELECT format('(%s,0)', pg_relation_size('{SCHEMA}.{table}')"
        f" / current_setting('block_size')::bigint * {i} / {number})::tid)"
        for i in range(number)
    ]
    uppers = [f" AND ctid < {bound}" for bound in bounds[1:]] + [""]
    return [f"ctid >= {bound}{upper}" for bound, upper in zip(bounds, uppers)]


def queries(table, number):
    """One query for each range."""
    return [f"SELECT {select_list()} FROM {SCHEMA}.{table} WHERE {rows}" for rows in ranges(table, number)]


def out_file(number):
    return WORK / "unloaded" / f"part-{number:05d}"
