"""Loads one file: pyarrow reads it in blocks, and ADBC sends each block by binary COPY. One transaction.

    python3 load.py FILE

Settings: a stream of batches in place of a whole table, and the table's own types, so that ADBC appends by COPY (the
PostgreSQL recipes of ADBC's documentation). adbc_ingest uses COPY by default. Blocks of 1 MiB are pyarrow's default.
pyarrow parses on as many threads as there are cores.
"""

import sys

import adbc_driver_postgresql.dbapi
import pyarrow as pa
import pyarrow.csv as csv
from peers import COLUMNS, FORMAT, SCHEMA

AFTER_LAST = "after_last_delimiter"
TRUE = ["true", "True", "TRUE", "t", "T", "yes", "Yes", "YES", "y", "Y", "1"]
FALSE = ["false", "False", "FALSE", "f", "F", "no", "No", "NO", "n", "N", "0"]
DATES = {
    "yyyy-mm-dd": csv.ISO8601,
    "yyyymmdd": "%Y%m%d",
    "mm/dd/yyyy": "%m/%d/%Y",
    "dd/mm/yyyy": "%d/%m/%Y",
    "dd.mm.yyyy": "%d.%m.%Y",
}


def arrow_type(column):
    """The Arrow type of a column of the target."""
    kind, _, digits = column["type"].rstrip(")").partition("(")
    if column["kind"] == "integer":
        return pa.int32() if kind == "integer" else pa.int64()
    if column["kind"] == "decimal":
        return pa.decimal128(*map(int, digits.split(",")))
    if column["kind"] == "timestamp":
        return pa.timestamp("us", "UTC" if kind == "timestamptz" else None)
    return {"double": pa.float64(), "boolean": pa.bool_(), "date": pa.date32()}.get(column["kind"], pa.string())


def read_type(target):
    """The type that pyarrow reads: it reads days as dates only in ISO form, but as timestamps in any."""
    return pa.timestamp("s") if pa.types.is_date(target) and FORMAT["dates"] != "yyyy-mm-dd" else target


def batches(file):
    names = [column["name"] for column in COLUMNS]
    target = pa.schema([(column["name"], arrow_type(column)) for column in COLUMNS])
    return csv.open_csv(
        file,
        read_options=csv.ReadOptions(
            column_names=names + [AFTER_LAST] * FORMAT["delimiterAfterLast"],
            skip_rows=int(FORMAT["header"]),
            encoding=FORMAT["encoding"],
        ),
        parse_options=csv.ParseOptions(
            delimiter=FORMAT["delimiter"],
            quote_char=FORMAT["quote"] or False,
            double_quote=FORMAT["escape"] == FORMAT["quote"],
            escape_char=FORMAT["escape"] if FORMAT["escape"] != FORMAT["quote"] else False,
            newlines_in_values=FORMAT["quote"] is not None,
        ),
        convert_options=csv.ConvertOptions(
            column_types={field.name: read_type(field.type) for field in target},
            include_columns=names,
            null_values=[FORMAT["null"]],
            strings_can_be_null=True,
            quoted_strings_can_be_null=False,
            true_values=TRUE,
            false_values=FALSE,
            timestamp_parsers=[DATES[FORMAT["dates"]]],
        ),
    ).cast(target)


file = sys.argv[1]
try:
    # the address is in libpq's variables
    with adbc_driver_postgresql.dbapi.connect("postgresql://") as session, session.cursor() as cursor:
        cursor.adbc_ingest("adbc_load_postgres", batches(file), mode="append", db_schema_name=SCHEMA)
        session.commit()
except (pa.ArrowException, adbc_driver_postgresql.dbapi.Error) as e:
    sys.exit(f"{file} is not loaded: {e}")
