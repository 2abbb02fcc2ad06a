package io.loadpath.mapreduce.columnar;

/**
 * A stripe of an ORC file or a row group of a Parquet file, by the file's footer.
 *
 * @param start its first byte
 * @param bytesRead bytes of the columns that are read, or nearly so
 */
public record FileBlock(long start, long bytes, long rows, long bytesRead) {}
