"""TPC-H query 1, the pricing summary, in Polars over the files of LINEITEM. Derived from TPC-H.

    python3 q1.py 90 /data/lineitem/part-*

The first argument is DELTA: 60 to 120 days in the standard, 90 in its example. Prints four rows of ten columns.

Settings, each for speed: a lazy scan, of which only the columns of the query become values, on the streaming engine
with as many threads as cores (Polars' own default); the schema is given; no quotes.

The answer is exact. A number with two places is read as a double, which is off by less than a millionth of a cent, and
rounded to integer cents; all sums are of integers. The charge is put together from two sums here, where integers have
any size: as one sum it would outgrow 64 bits near scale factor 83.
"""

import sys
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal, getcontext

import polars as pl

COLUMNS = {
    "l_orderkey": pl.Int64,
    "l_partkey": pl.Int64,
    "l_suppkey": pl.Int64,
    "l_linenumber": pl.Int32,
    "l_quantity": pl.Int64,
    "l_extendedprice": pl.Float64,
    "l_discount": pl.Float64,
    "l_tax": pl.Float64,
    "l_returnflag": pl.String,
    "l_linestatus": pl.String,
    "l_shipdate": pl.String,
    "l_commitdate": pl.String,
    "l_receiptdate": pl.String,
    "l_shipinstruct": pl.String,
    "l_shipmode": pl.String,
    "l_comment": pl.String,
    "after_last_delimiter": pl.String,
}


def hundredths(column):
    return (pl.col(column) * 100).round().cast(pl.Int64)


def groups(delta, files):
    """One row for each group: flag, status, and sums of integers."""
    last_day = date(1998, 12, 1) - timedelta(days=delta)
    discounted = pl.col("price") * (100 - pl.col("discount"))  # in 1/10000
    return (
        pl.scan_csv(files, glob=False, separator="|", has_header=False, quote_char=None, schema=COLUMNS)
        .filter(pl.col("l_shipdate") <= last_day.isoformat())
        .with_columns(
            price=hundredths("l_extendedprice"),
            discount=hundredths("l_discount"),
            tax=hundredths("l_tax"),
        )
        .group_by("l_returnflag", "l_linestatus")
        .agg(
            quantity=pl.col("l_quantity").sum(),
            price=pl.col("price").sum(),
            discounted=discounted.sum(),
            taxes=(discounted * pl.col("tax")).sum(),
            discount=pl.col("discount").sum(),
            count=pl.len(),
        )
        .sort("l_returnflag", "l_linestatus")
        .collect(engine="streaming")
    )


def mean(total, count):
    return (total / count).quantize(Decimal("0.01"), ROUND_HALF_UP)


def row(flag, status, quantity, price, discounted, taxes, discount, count):
    quantity = Decimal(quantity).quantize(Decimal("0.01"))
    price = Decimal(price).scaleb(-2)
    return [
        flag,
        status,
        quantity,
        price,
        Decimal(discounted).scaleb(-4),
        Decimal(100 * discounted + taxes).scaleb(-6),
        mean(quantity, count),
        mean(price, count),
        mean(Decimal(discount).scaleb(-2), count),
        count,
    ]


getcontext().prec = 60
for group in groups(int(sys.argv[1]), sys.argv[2:]).iter_rows():
    print("|".join(str(value) for value in row(*group)))
