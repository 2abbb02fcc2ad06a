"""A Spark session in this process's JVM, and its address of the database."""

import os
from contextlib import contextmanager
from pathlib import Path

from peers import WORK, password
from pyspark.sql import SparkSession

_driver = Path(os.environ["LOADPATH_ROOT"], "engines/postgres/target/lib").glob("postgresql-*.jar")


@contextmanager
def session(threads):
    """As many threads as there are parts; no web page, no progress bar; its files are in the work folder."""
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    spark = (
        SparkSession.builder.master(f"local[{threads}]")
        .config("spark.driver.extraClassPath", str(next(_driver)))
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.local.dir", str(WORK / "spark"))
        .config("spark.sql.warehouse.dir", str(WORK / "spark/warehouse"))
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    yield spark
    gateway = spark.sparkContext._gateway
    spark.stop()
    gateway.shutdown()
    gateway.proc.stdin.close()  # the JVM ends with it, which PySpark does not wait for
    gateway.proc.wait()


def jdbc(**parameters):
    """The options of Spark's JDBC source: the password is in no command line. The URL has a parameter already."""
    url = os.environ["LOADPATH_JDBC_URL"] + "".join(f"&{name}={value}" for name, value in parameters.items())
    return {"url": url, "user": os.environ["PGUSER"], "password": password(), "driver": "org.postgresql.Driver"}
