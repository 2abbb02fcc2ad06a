"""Writes a table as CSV in one Spark process: a task for each range of blocks. The ranges share no snapshot.

    python3 unload.py PARTITIONS

Settings, from "JDBC To Other Databases" of Spark's documentation: partitioned reads by predicates, which cut evenly
where a column's values do not; fetchsize 10,000, because the driver takes a whole result into memory otherwise.
"""

import sys

from peers import SCHEMA, WORK, ranges, select_list
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException
from spark import jdbc, session

TABLE = "spark_unload_postgres"

try:
    partitions = int(sys.argv[1])
    source = jdbc()
    with session(partitions) as spark:
        rows = spark.read.jdbc(
            source.pop("url"),
            f"(SELECT ctid, {select_list()} FROM {SCHEMA}.{TABLE}) AS source",
            predicates=ranges(TABLE, partitions),
            properties={**source, "fetchsize": "10000"},
        )
        rows.drop("ctid").write.csv(
            str(WORK / "unloaded"),
            sep="|",
            escape='"',
            dateFormat="yyyy-MM-dd",
            ignoreLeadingWhiteSpace=False,
            ignoreTrailingWhiteSpace=False,
        )
except (PySparkException, Py4JJavaError) as e:
    sys.exit(f"Spark unloaded not all rows: {e}")
