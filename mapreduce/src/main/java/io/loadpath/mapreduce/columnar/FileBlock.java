package io.loadpath.mapreduce.columnar;

import java.util.Optional;

/**
 * A stripe of an ORC file or a row group of a Parquet file, by the file's footer.
 *
 * @param start its first byte
 * @param bytesRead bytes of the columns that are read, or nearly so
 * @param range of a column in the block, or in its whole file; empty if it is not known
 */
public record FileBlock(
    long start, long bytes, long rows, long bytesRead, Optional<ColumnRange> range) {}
