package io.loadpath.mapreduce.load;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.io.BytesWritable;
import org.junit.jupiter.api.Test;

class RowBlocksTest {
  private static final int FILE = 3;

  /** The tuples of each writer and partition, one after the other. */
  private final Map<Integer, StringBuilder> tuples = new HashMap<>();

  /** The places of their rows. */
  private final Map<Integer, List<Long>> places = new HashMap<>();

  private final List<Integer> rowsOfBlocks = new ArrayList<>();
  private final RowBlocks blocks = new RowBlocks(this::keep);

  private void keep(BytesWritable key, BytesWritable value) {
    int head = LoadKey.head(key);
    int length = RowBlocks.tupleBytes(value);
    tuples
        .computeIfAbsent(head, none -> new StringBuilder())
        .append(new String(value.getBytes(), 0, length, US_ASCII));
    List<Long> rows = new ArrayList<>();
    RowBlocks.places(value, LoadKey.offset(key), rows::add);
    assertThat(rows).hasSize(RowBlocks.rows(value));
    places.computeIfAbsent(head, none -> new ArrayList<>()).addAll(rows);
    rowsOfBlocks.add(rows.size());
    assertThat(LoadKey.file(key)).isEqualTo(FILE);
  }

  private void add(int partition, long offset, String tuple) throws IOException {
    byte[] key = ByteBuffer.allocate(16).putInt(partition).putInt(FILE).putLong(offset).array();
    byte[] bytes = ("<" + tuple + ">").getBytes(US_ASCII);
    blocks.add(new BytesWritable(key), bytes, 1, bytes.length - 1);
  }

  @Test
  void joinsTheRowsOfEachPartitionAndKeepsTheirPlaces() throws IOException {
    add(1, 10, "aa");
    add(2, 12, "b");
    add(1, 13, "c");
    assertThat(rowsOfBlocks).isEmpty();
    blocks.flush();
    add(1, 20, "d");
    blocks.flush();
    blocks.flush();

    assertThat(rowsOfBlocks).containsExactlyInAnyOrder(2, 1, 1);
    assertThat(tuples.get(1)).hasToString("aacd");
    assertThat(tuples.get(2)).hasToString("b");
    assertThat(places).isEqualTo(Map.of(1, List.of(10L, 13L, 20L), 2, List.of(12L)));
  }

  @Test
  void rowsFarApartAreInTwoBlocks() throws IOException {
    add(1, 5, "a");
    add(1, 5L + Integer.MAX_VALUE, "b");
    add(1, 6L + Integer.MAX_VALUE, "c");
    blocks.flush();

    assertThat(rowsOfBlocks).containsExactly(2, 1);
    assertThat(places.get(1)).containsExactly(5L, 5L + Integer.MAX_VALUE, 6L + Integer.MAX_VALUE);
  }

  @Test
  void aFullBlockIsWrittenAndLongRowsFit() throws IOException {
    String row = "x".repeat(1000);
    for (int i = 0; i < 66; i++) {
      add(1, i, row);
    }
    assertThat(rowsOfBlocks).containsExactly(65); // 64 kB

    add(1, 66, row.repeat(3000));
    assertThat(rowsOfBlocks).containsExactly(65, 1);
    add(1, 67, "y");
    assertThat(rowsOfBlocks).containsExactly(65, 1, 1);
    blocks.flush();

    assertThat(tuples.get(1)).hasToString(row.repeat(3066) + "y");
    assertThat(places.get(1)).hasSize(68);
  }

  @Test
  void manyPartitionsTogetherTakeLimitedMemory() throws IOException {
    String row = "x".repeat(10_000);
    for (int i = 0; i < 4000; i++) {
      add(i % 1000, i, row);
      int written = rowsOfBlocks.stream().mapToInt(Integer::intValue).sum();
      assertThat(i + 1 - written).isLessThanOrEqualTo((16 << 20) / row.length());
    }
    blocks.flush();

    assertThat(tuples).hasSize(1000);
    assertThat(tuples.values()).allMatch(rows -> rows.length() == 4 * row.length());
  }
}
