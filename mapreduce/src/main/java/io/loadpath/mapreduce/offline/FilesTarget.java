package io.loadpath.mapreduce.offline;

import io.loadpath.mapreduce.load.LoadColumn;
import io.loadpath.mapreduce.load.partitions.PartitionBound;
import io.loadpath.mapreduce.load.partitions.TargetPartitions;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.Leaf;
import io.loadpath.tables.scripts.Dialect;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A table that files will be loaded into.
 *
 * @param dialect POSTGRES or ORACLE
 * @param schema of the table
 * @param columns that the rows fill, in their order
 * @param lengths maximum length of each column, in characters or bytes; 0 if it has none
 * @param partitions its leaves, or itself as the only one
 * @param bounds of its leaves by their numbers; null where only the database knows it, and has the
 *     leaf already
 */
public record FilesTarget(
    Dialect dialect,
    String schema,
    String table,
    List<LoadColumn> columns,
    List<Integer> lengths,
    TargetPartitions partitions,
    List<PartitionBound> bounds) {

  /** A target in PostgreSQL's catalog, which has all its leaves. */
  public static FilesTarget ofCatalog(
      String schema, String table, List<LoadColumn> columns, TargetPartitions partitions) {
    List<PartitionBound> bounds = new ArrayList<>();
    partitions.leaves().forEach(leaf -> bounds.add(null));
    List<Integer> lengths = Collections.nCopies(columns.size(), 0);
    return new FilesTarget(Dialect.POSTGRES, schema, table, columns, lengths, partitions, bounds);
  }

  boolean isPartitioned() {
    return !(partitions.root() instanceof Leaf);
  }
}
