package io.loadpath.datasets.generate;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Turns 16 random bits into an index; the weight of an index is its frequency. */
final class WeightedTable {

  private static final int BITS = 16;

  private final short[] indexes = new short[1 << BITS];

  WeightedTable(long[] weights) {
    long total = 0;
    for (long weight : weights) {
      total += weight;
    }
    long before = 0;
    int start = 0;
    for (int i = 0; i < weights.length; i++) {
      before += weights[i];
      int end = (int) (before * indexes.length / total);
      for (; start < end; start++) {
        indexes[start] = (short) i;
      }
    }
  }

  /** The index for the lowest 16 of the bits. */
  int pick(long bits) {
    return indexes[(int) bits & (indexes.length - 1)];
  }

  /** The rows of a resource file next to this class: '|' between fields, '#' before comments. */
  static List<String[]> rows(String resource) {
    try (InputStream in = WeightedTable.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\\|"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
