package io.loadpath.mapreduce.load.client;

import io.loadpath.loads.exports.ExportPlan.Way;
import io.loadpath.loads.exports.PastLoad;
import io.loadpath.mapreduce.load.client.TargetFacts.Index;
import io.loadpath.mapreduce.load.sample.Expected;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

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

  private static final double FEWEST_SIZES = 2;

  /** Maximum growth from an earlier load. The time of a smaller one is mostly that of its start. */
  private static final double MOST_GROWTH = 20;

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
   * Estimates the seconds of a load, from earlier ones: by the line through them, or in proportion
   * to the one that is nearest in size. Much smaller ones do not count.
   *
   * @param bytes that the load sends
   */
  static Optional<Double> seconds(List<PastLoad> all, double bytes) {
    List<PastLoad> past = all.stream().filter(load -> load.bytes() * MOST_GROWTH >= bytes).toList();
    if (past.isEmpty() || bytes <= 0) {
      return Optional.empty();
    }
    double meanBytes = past.stream().mapToLong(PastLoad::bytes).average().orElseThrow();
    double meanSeconds = past.stream().mapToDouble(PastLoad::seconds).average().orElseThrow();
    double squares = 0;
    double products = 0;
    for (PastLoad load : past) {
      squares += (load.bytes() - meanBytes) * (load.bytes() - meanBytes);
      products += (load.bytes() - meanBytes) * (load.seconds() - meanSeconds);
    }
    double least = past.stream().mapToLong(PastLoad::bytes).min().orElseThrow();
    double most = past.stream().mapToLong(PastLoad::bytes).max().orElseThrow();
    double slope = squares > 0 ? products / squares : 0;
    double start = meanSeconds - slope * meanBytes;
    if (most > FEWEST_SIZES * least && slope > 0 && start > 0) {
      return Optional.of(start + slope * bytes);
    }
    PastLoad nearest = nearest(past, bytes);
    return Optional.of(nearest.seconds() * bytes / nearest.bytes());
  }

  private static PastLoad nearest(List<PastLoad> past, double bytes) {
    return past.stream()
        .min(Comparator.comparingDouble(load -> Math.abs(Math.log(load.bytes() / bytes))))
        .orElseThrow();
  }
}
