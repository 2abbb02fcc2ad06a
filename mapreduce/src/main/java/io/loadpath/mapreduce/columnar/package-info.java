/**
 * Turns the rows of ORC, Parquet and Avro files into text rows, so that a load reads all files with
 * one parser. Start with {@link io.loadpath.mapreduce.columnar.ColumnarFiles#of}.
 */
package io.loadpath.mapreduce.columnar;
