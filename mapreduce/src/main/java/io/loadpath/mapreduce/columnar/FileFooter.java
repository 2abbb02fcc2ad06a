package io.loadpath.mapreduce.columnar;

import java.util.List;
import java.util.Optional;

/**
 * What the footer of an ORC or Parquet file tells.
 *
 * @param blocks its stripes or row groups
 * @param range of a column; empty if it is not known
 */
public record FileFooter(List<FileBlock> blocks, Optional<ColumnRange> range) {}
