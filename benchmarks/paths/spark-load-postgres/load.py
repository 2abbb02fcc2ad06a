"""Loads all files in one Spark process: as many tasks as files, each with a session and a transaction.

    python3 load.py

Settings, from "JDBC To Other Databases" and "CSV Files" of Spark's documentation and "Connecting to the Database" of
the driver's: the schema is given, so that the files are read once; batchsize 10,000 in place of 1,000 (5,000 and 50,000
were no faster); the driver makes one INSERT of many rows of a batch (reWriteBatchedInserts); numPartitions is the number
of files.
"""

import re
import sys

from peers import COLUMNS, FORMAT, files
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException
from pyspark.sql import types
from spark import jdbc, session

DATES = {
    "yyyy-mm-dd": "yyyy-MM-dd",
    "yyyymmdd": "yyyyMMdd",
    "mm/dd/yyyy": "MM/dd/yyyy",
    "dd/mm/yyyy": "dd/MM/yyyy",
    "dd.mm.yyyy": "dd.MM.yyyy",
}


def spark_type(column):
    """The type of a column of the target. The server reads other values' text: see stringtype."""
    if column["kind"] == "integer":
        return types.IntegerType() if column["type"] == "integer" else types.LongType()
    if column["kind"] == "decimal":
        return types.DecimalType(*map(int, column["type"].rstrip(")").partition("(")[2].split(",")))
    return types.DateType() if column["kind"] == "date" else types.StringType()


def plain(file):
    """The path of a file, which Spark would take for a pattern."""
    return re.sub(r"([][{}*?\\])", r"\\\1", file)


def rows(spark):
    fields = [types.StructField(column["name"], spark_type(column)) for column in COLUMNS]
    if FORMAT["delimiterAfterLast"]:
        fields.append(types.StructField("after_last_delimiter", types.StringType()))
    frame = spark.read.csv(
        [plain(file) for file in files()],
        schema=types.StructType(fields),
        sep=FORMAT["delimiter"],
        quote=FORMAT["quote"] or "",
        escape=FORMAT["escape"] or "\0",
        header=FORMAT["header"],
        nullValue=FORMAT["null"],
        encoding=FORMAT["encoding"],
        dateFormat=DATES[FORMAT["dates"]],
        mode="FAILFAST",
    )
    return frame.drop("after_last_delimiter")


try:
    parts = len(files())
    order = "DMY" if FORMAT["dates"].startswith("dd") else "MDY"
    target = jdbc(reWriteBatchedInserts="true", stringtype="unspecified", options=f"-c%20datestyle=ISO,{order}")
    with session(parts) as spark:
        rows(spark).write.format("jdbc").mode("append").options(
            **target, dbtable="spark_load_postgres", batchsize=10_000, numPartitions=parts
        ).save()
except (PySparkException, Py4JJavaError) as e:
    sys.exit(f"Spark loaded not all rows: {e}")
