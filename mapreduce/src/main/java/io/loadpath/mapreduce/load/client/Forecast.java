package io.loadpath.mapreduce.load.client;

import io.loadpath.loads.exports.ExportPlan.Way;
import io.loadpath.loads.exports.PastLoad;
import io.loadpath.mapreduce.load.client.TargetFacts.Index;
import io.loadpath.mapreduce.load.sample.Expected;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/** Estimates of disk, log and time. */
final class Forecast {
  /** The header of a tuple on the server's disk, and its pointer. */
  private static final int TUPLE_BYTES = 24 + 4;

  /** A row of a B-tree: header and pointer. */
  private static final int INDEX_ROW_BYTES = 8 + 4;

  private static final int VALUE_BYTES = 8;

  /** The part of a page of an index that is filled. */
  private static final double FILLED = 0.9;

  /** The lengths of key and value in a spill. */
  private static final int RECORD_BYTES = 2 * Integer.BYTES;

  /** The spill of the map, and what the reducers fetch. */
  private static final int COPIES = 2;

  /** Loads whose sizes differ by less do not show how the time grows. */
  private static final double LEAST_GROWTH = 2;

  /** Maximum growth from an earlier load. The time of a smaller one is mostly that of its start. */
  private static final double MOST_GROWTH = 20;

  /** The time of a load without rows, on two busy cores. */
  private static final double START_SECONDS = 3;

  private Forecast() {}

  /**
   * Estimates a heap.
   *
   * @param columns of a row, each of which has a length of 4 bytes in COPY
   */
  static double heapBytes(Expected rows, int columns) {
    double values = rows.tupleBytes() - rows.rows() * (Short.BYTES + columns * (Integer.BYTES - 1));
    return Math.max(0, values) + rows.rows() * (TUPLE_BYTES + VALUE_BYTES / 2.0);
  }

  /** Estimates the indexes of rows. */
  static double indexBytes(double rows, List<Index> indexes) {
    double bytes = 0;
    for (Index index : indexes) {
      boolean sparse = index.definition().startsWith("brin");
      bytes += sparse ? 0 : rows * (INDEX_ROW_BYTES + VALUE_BYTES * index.columns()) / FILLED;
    }
    return bytes;
  }

  /**
   * Estimates the server's log.
   *
   * @param inserted part of the rows that are inserted after a COPY
   */
  static double logBytes(
      Way way, boolean logsNewTables, double heapBytes, double indexBytes, double inserted) {
    double copied = way == Way.TWO_PHASE ? 0 : heapBytes + (1 - inserted) * indexBytes;
    return (logsNewTables ? copied : 0) + inserted * (heapBytes + indexBytes);
  }

  /** Estimates the bytes on the cluster's disks. */
  static double spillBytes(Expected rows) {
    return COPIES * (rows.keyBytes() + rows.tupleBytes() + rows.rows() * RECORD_BYTES);
  }

  /**
   * Estimates the seconds of a load from earlier ones, and from one without rows that took only its
   * start. The growth is the median of all pairs, and the start the median of what is left (Theil
   * and Sen's line), because a disturbed load must not count. Much smaller loads do not count
   * either.
   *
   * @param bytes that the load sends
   */
  static Optional<Double> seconds(List<PastLoad> all, double bytes) {
    List<PastLoad> past =
        new ArrayList<>(all.stream().filter(load -> load.bytes() * MOST_GROWTH >= bytes).toList());
    if (past.isEmpty() || bytes <= 0) {
      return Optional.empty();
    }
    double fastest = past.stream().mapToDouble(PastLoad::seconds).min().orElseThrow();
    double least = Math.min(START_SECONDS, fastest / 2);
    past.add(new PastLoad(0, "", "", 0, 0, 0, least));
    double growth = Math.max(0, median(past.stream().flatMapToDouble(load -> growths(past, load))));
    double start =
        median(past.stream().mapToDouble(load -> load.seconds() - growth * load.bytes()));
    return Optional.of(Math.max(least, start + growth * bytes));
  }

  /** Returns the seconds for each byte that larger loads have more. */
  private static DoubleStream growths(List<PastLoad> past, PastLoad load) {
    return past.stream()
        .filter(
            larger ->
                larger.bytes() > load.bytes() && larger.bytes() >= LEAST_GROWTH * load.bytes())
        .mapToDouble(
            larger -> (larger.seconds() - load.seconds()) / (larger.bytes() - load.bytes()));
  }

  private static double median(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    int half = sorted.length / 2;
    return (sorted[half] + sorted[(sorted.length - 1) / 2]) / 2;
  }
}
