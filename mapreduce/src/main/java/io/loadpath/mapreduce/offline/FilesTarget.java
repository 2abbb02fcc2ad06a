package io.loadpath.mapreduce.offline;

import io.loadpath.mapreduce.load.LoadColumn;
import io.loadpath.mapreduce.load.PartitionBound;
import io.loadpath.mapreduce.load.TargetPartitions;
import io.loadpath.mapreduce.load.TargetPartitions.Leaf;
import io.loadpath.tables.scripts.Dialect;
import java.util.ArrayList;
import java.util.List;

/**
 * A table that files will be loaded into.
 *
 * @param dialect POSTGRES or ORACLE
 * @param schema of the table
 * @param columns that the rows fill, in their order
 * @param partitions its leaves, or itself as the only one
 * @param keys names of the columns of the partition key; empty if it is not known here
 * @param bounds of its leaves by their numbers; null where only the database knows it, and has the
 *     leaf already
 */
public record FilesTarget(
    Dialect dialect,
    String schema,
    String table,
    List<LoadColumn> columns,
    TargetPartitions partitions,
    List<String> keys,
    List<PartitionBound> bounds) {

  /** A target in PostgreSQL's catalog, which has all its leaves. */
  public static FilesTarget ofCatalog(
      String schema, String table, List<LoadColumn> columns, TargetPartitions partitions) {
    List<PartitionBound> bounds = new ArrayList<>();
    partitions.leaves().forEach(leaf -> bounds.add(null));
    return new FilesTarget(Dialect.POSTGRES, schema, table, columns, partitions, List.of(), bounds);
  }

  boolean isPartitioned() {
    return !(partitions.root() instanceof Leaf);
  }
}
