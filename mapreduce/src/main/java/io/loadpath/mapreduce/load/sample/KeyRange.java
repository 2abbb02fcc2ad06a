package io.loadpath.mapreduce.load.sample;

import io.loadpath.mapreduce.columnar.ColumnRange;
import io.loadpath.mapreduce.load.partitions.MissingRow;
import io.loadpath.mapreduce.load.partitions.PartitionRouter;
import io.loadpath.mapreduce.load.partitions.TargetPartitions;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.KeyColumn;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.Level;
import io.loadpath.rows.ColumnType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * The least and the greatest partition key of all files, by their footers.
 *
 * @param column of the key
 * @param missing those that no partition takes: at least one row has each
 */
public record KeyRange(String column, String least, String greatest, List<MissingRow> missing) {
  /** Returns the target, if it is partitioned by RANGE of one column. */
  static Optional<Level> level(TargetPartitions partitions) {
    return partitions.root() instanceof Level level && level.range() && level.columns().size() == 1
        ? Optional.of(level)
        : Optional.empty();
  }

  /** Returns the range of the keys of a target that has {@link #level}. */
  static KeyRange of(TargetPartitions partitions, ColumnRange range) {
    Level level = level(partitions).orElseThrow();
    PartitionRouter router = new PartitionRouter(partitions);
    KeyColumn column = level.columns().get(0);
    ColumnType type = column.type().type();
    List<MissingRow> missing =
        LongStream.of(range.least(), range.greatest())
            .distinct()
            .mapToObj(value -> ColumnRange.text(value, type))
            .filter(key -> router.isMissing(level, key))
            .map(key -> new MissingRow(level, List.of(key), 1))
            .toList();
    return new KeyRange(
        column.name(),
        ColumnRange.text(range.least(), type),
        ColumnRange.text(range.greatest(), type),
        missing);
  }

  /** Adds the missing keys that a sample missed, and returns the least number of their rows. */
  double addTo(Map<List<Object>, MissingRow> sampled) {
    double rows = 0;
    for (MissingRow row : missing) {
      List<Object> name = List.of(row.level().oid(), row.key());
      rows += sampled.putIfAbsent(name, row) == null ? row.rows() : 0;
    }
    return rows;
  }
}
