package io.loadpath.mapreduce.load.partitions;

import io.loadpath.mapreduce.load.partitions.TargetPartitions.Level;
import java.util.List;

/**
 * Sampled rows with the same partition key, which no partition takes.
 *
 * @param level the partitioned table that lacks a partition
 * @param key a text for each column of its partition key; null for NULL
 * @param rows of all files for which they stand
 */
public record MissingRow(Level level, List<String> key, double rows) {
  /** Returns a row that stands for those of both. */
  public MissingRow plus(MissingRow other) {
    return new MissingRow(level, key, rows + other.rows);
  }
}
