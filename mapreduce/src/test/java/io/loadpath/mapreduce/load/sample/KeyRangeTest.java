package io.loadpath.mapreduce.load.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.mapreduce.columnar.ColumnRange;
import io.loadpath.mapreduce.load.partitions.MissingRow;
import io.loadpath.mapreduce.load.partitions.TargetPartitions;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.Bound;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.KeyColumn;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.Leaf;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.Level;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.Storage;
import io.loadpath.rows.ColumnType;
import io.loadpath.rows.FieldException;
import io.loadpath.rows.KeyType;
import java.time.LocalDate;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KeyRangeTest {
  private static final Leaf LEAF = new Leaf(0, 100, "s", "p", Storage.PERMANENT);

  /** One partition, and a default partition if there is to be one. */
  private static TargetPartitions target(
      ColumnType type, String first, String end, Leaf defaultPart, boolean range, int columns)
      throws FieldException {
    KeyType key = new KeyType(type, false, -1);
    Bound bound = new Bound(key.keyOf(first), key.keyOf(end), LEAF);
    List<KeyColumn> names = Collections.nCopies(columns, new KeyColumn(3, "k", key));
    return new TargetPartitions(
        new Level(7, range, names, List.of(bound), defaultPart), List.of(LEAF));
  }

  private static KeyRange range(ColumnType type, String first, String end, long least, long most)
      throws FieldException {
    return KeyRange.of(target(type, first, end, null, true, 1), new ColumnRange(least, most));
  }

  private static List<String> missing(KeyRange range) {
    return range.missing().stream().map(row -> row.key().get(0)).toList();
  }

  @Test
  void keysOutsideAllPartitionsAreMissing() throws FieldException {
    assertThat(missing(range(ColumnType.INT4, "0", "10", 0, 9))).isEmpty();
    assertThat(missing(range(ColumnType.INT4, "0", "10", -1, 10))).containsExactly("-1", "10");
    assertThat(missing(range(ColumnType.INT8, "0", "10", 10, 10))).containsExactly("10");
    long day = LocalDate.of(20_240, 1, 2).toEpochDay();
    KeyRange days = range(ColumnType.DATE, "2024-01-01", "2024-02-01", -719_529, day);
    assertThat(List.of(days.column(), days.least(), days.greatest()))
        .containsExactly("k", "0002-12-31 BC", "20240-01-02");
    assertThat(missing(days)).containsExactly("0002-12-31 BC", "20240-01-02");
  }

  @Test
  void theDefaultPartitionTakesAllKeys() throws FieldException {
    TargetPartitions target = target(ColumnType.INT4, "0", "10", LEAF, true, 1);
    assertThat(KeyRange.of(target, new ColumnRange(-1, 10)).missing()).isEmpty();
  }

  /** Such a row is malformed, and no partition would take it. */
  @Test
  void keysThatTheColumnCannotHaveAreNotMissing() throws FieldException {
    assertThat(missing(range(ColumnType.INT2, "0", "10", -40_000, 40_000))).isEmpty();
  }

  @Test
  void onlyRangesOfOneColumnHaveKeys() throws FieldException {
    assertThat(KeyRange.level(target(ColumnType.INT4, "0", "10", null, true, 1))).isPresent();
    assertThat(KeyRange.level(target(ColumnType.INT4, "0", "10", null, true, 2))).isEmpty();
    assertThat(KeyRange.level(target(ColumnType.INT4, "0", "10", null, false, 1))).isEmpty();
    assertThat(KeyRange.level(new TargetPartitions(LEAF, List.of(LEAF)))).isEmpty();
  }

  @Test
  void keysThatTheSampleHasAreNotCountedAgain() throws FieldException {
    KeyRange range = range(ColumnType.INT4, "0", "10", -1, 10);
    Map<List<Object>, MissingRow> sampled = new HashMap<>();
    MissingRow known = new MissingRow(range.missing().get(0).level(), List.of("10"), 500);
    sampled.put(List.of(7L, List.of("10")), known);
    assertThat(range.addTo(sampled)).isEqualTo(1);
    assertThat(sampled.values()).containsExactlyInAnyOrder(known, range.missing().get(0));
  }
}
