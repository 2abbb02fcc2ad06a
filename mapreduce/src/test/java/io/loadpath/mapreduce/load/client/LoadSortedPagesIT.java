package io.loadpath.mapreduce.load.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The pages that a query reads of rows that were loaded sorted, and of the same rows unsorted. */
class LoadSortedPagesIT extends LoadFixture {
  private static final int ROWS = 30_000;

  /** Without a common factor with {@link #ROWS}, so that each id comes once. */
  private static final int STEP = 7919;

  private static final double MOST = 0.05;

  @Test
  void aRangeOfTheSortKeyReadsFewPagesByBrin() throws Exception {
    write(
        "a.csv",
        IntStream.range(0, ROWS)
            .map(i -> (int) ((long) i * STEP % ROWS))
            .mapToObj(LoadSortedPagesIT::row)
            .toArray(String[]::new));
    for (String table : new String[] {"sorted", "shuffled"}) {
      sql(
          """
          CREATE TABLE loadit.%1$s (id int, day date, note text);
          CREATE INDEX ON loadit.%1$s USING brin (id) WITH (pages_per_range = 8)"""
              .formatted(table));
    }
    assertThat(load("--into", "loadit.sorted", "--sort-by", "id", "--writers", "3")).isZero();
    assertThat(load("--into", "loadit.shuffled", "--unsorted")).as(err.toString(UTF_8)).isZero();

    assertThat(
            value(
                "SELECT count(*) FROM (SELECT id < lag(id) OVER (ORDER BY ctid) AS falls FROM loadit.sorted) t WHERE falls"))
        .as("falls of the key, also between the writers")
        .isEqualTo("0");
    long shuffled = pages("shuffled");
    assertThat(shuffled).as("all pages").isGreaterThan(ROWS / 30);
    assertThat(pages("sorted")).isBetween(1L, (long) (MOST * shuffled));
  }

  /** The first writers get fewer, longer rows than the last ones. */
  private static String row(int id) {
    return "%d|2024-01-01|%s".formatted(id, "x".repeat(id < ROWS / 2 ? 400 : 200));
  }

  /** Returns the pages that a query of 1 % of the keys reads. */
  private long pages(String table) throws Exception {
    sql("SET enable_seqscan = off");
    sql("SELECT brin_summarize_new_values('loadit.%s_id_idx')".formatted(table));
    JsonNode plan =
        new ObjectMapper()
            .readTree(
                value(
                    "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT count(note) FROM loadit.%s WHERE id BETWEEN %d AND %d"
                        .formatted(table, ROWS / 2, ROWS / 2 + ROWS / 100 - 1)))
            .at("/0/Plan");
    assertThat(plan.toString()).contains("Bitmap Index Scan");
    return plan.get("Shared Hit Blocks").asLong() + plan.get("Shared Read Blocks").asLong();
  }
}
