package io.loadpath.mapreduce.load.partitions;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.mapreduce.load.partitions.TargetPartitions.KeyColumn;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.Level;
import io.loadpath.rows.ColumnType;
import io.loadpath.rows.KeyType;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PartitionDdlTest {
  private static Level level(boolean range, ColumnType... types) {
    List<KeyColumn> columns =
        Stream.of(types).map(t -> new KeyColumn(0, "k", new KeyType(t, false, -1))).toList();
    return new Level(1, range, columns, List.of(), null);
  }

  private static List<String> ddl(Level level, List<String> bounds, String... keys) {
    List<MissingRow> missing =
        Arrays.stream(keys)
            .map(key -> new MissingRow(level, Collections.singletonList(key), 1))
            .toList();
    return PartitionDdl.of(
        "shop", "sale", bounds.stream().map(PartitionBound::parse).toList(), missing);
  }

  private static String range(String lower, String upper) {
    return "FOR VALUES FROM ('%s') TO ('%s')".formatted(lower, upper);
  }

  @Test
  void months() {
    List<String> bounds =
        List.of(range("2024-01-01", "2024-02-01"), range("2024-03-01", "2024-04-01"));
    assertThat(ddl(level(true, ColumnType.DATE), bounds, "2024-02-29", "2024-12-31", "2024-02-01"))
        .containsExactly(
            "CREATE TABLE shop.sale_202402 PARTITION OF shop.sale FOR VALUES FROM ('2024-02-01') TO ('2024-03-01');",
            "CREATE TABLE shop.sale_202412 PARTITION OF shop.sale FOR VALUES FROM ('2024-12-01') TO ('2025-01-01');");
  }

  @Test
  void years() {
    List<String> bounds =
        List.of(
            range("2024-01-01 00:00:00", "2025-01-01 00:00:00"),
            "FOR VALUES FROM (MINVALUE) TO ('2000-01-01 00:00:00')");
    assertThat(ddl(level(true, ColumnType.TIMESTAMP), bounds, "2021-05-06 07:08:09.5"))
        .containsExactly(
            "CREATE TABLE shop.sale_2021 PARTITION OF shop.sale FOR VALUES FROM ('2021-01-01') TO ('2022-01-01');");
  }

  @Test
  void weeks() {
    List<String> bounds = List.of(range("2024-01-01", "2024-01-08"));
    assertThat(ddl(level(true, ColumnType.DATE), bounds, "2023-12-31"))
        .containsExactly(
            "CREATE TABLE shop.sale_20231225 PARTITION OF shop.sale FOR VALUES FROM ('2023-12-25') TO ('2024-01-01');");
  }

  @Test
  void numbers() {
    List<String> bounds = List.of(range("0", "1000"), range("1000", "2000"));
    assertThat(ddl(level(true, ColumnType.INT8), bounds, "-1", "5000"))
        .containsExactly(
            "CREATE TABLE shop.sale_minus1000 PARTITION OF shop.sale FOR VALUES FROM ('-1000') TO ('0');",
            "CREATE TABLE shop.sale_5000 PARTITION OF shop.sale FOR VALUES FROM ('5000') TO ('6000');");
  }

  @Test
  void oneForAllWhereNoStepIsKnown() {
    String all = "CREATE TABLE shop.sale_default PARTITION OF shop.sale DEFAULT;";
    Level dates = level(true, ColumnType.DATE);
    List<String> months = List.of(range("2024-01-01", "2024-02-01"));
    assertThat(ddl(dates, List.of(), "2024-01-01")).containsExactly(all);
    assertThat(ddl(dates, months, "infinity")).containsExactly(all);
    assertThat(ddl(dates, months, "0044-03-15 BC")).containsExactly(all);
    assertThat(ddl(dates, months, "2024-02-01", null)).containsExactly(all);
    assertThat(
            ddl(
                dates,
                List.of(range("2024-01-01", "2024-02-01"), range("2024-02-01", "2024-03-02")),
                "2025-01-01"))
        .containsExactly(all);
    assertThat(
            ddl(
                dates,
                months,
                IntStream.range(1980, 2000).mapToObj(y -> y + "-01-01").toArray(String[]::new)))
        .containsExactly(all);
    assertThat(ddl(level(true, ColumnType.TEXT), List.of(range("a", "b")), "c"))
        .containsExactly(all);
    assertThat(ddl(level(true, ColumnType.DATE, ColumnType.DATE), months, "2025-01-01"))
        .containsExactly(all);
  }

  @Test
  void listedValues() {
    assertThat(
            ddl(level(false, ColumnType.TEXT), List.of("FOR VALUES IN ('a')"), "O'x", "O-x", null))
        .containsExactly(
            "CREATE TABLE shop.sale_o_x PARTITION OF shop.sale FOR VALUES IN ('O''x');",
            "CREATE TABLE shop.sale_o_x2 PARTITION OF shop.sale FOR VALUES IN ('O-x');",
            "CREATE TABLE shop.sale_null PARTITION OF shop.sale FOR VALUES IN (NULL);");
  }
}
