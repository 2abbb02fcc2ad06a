package io.loadpath.mapreduce.load.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.postgres.TestServer;
import java.io.IOException;
import java.time.LocalDate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A load into 400 partitions, in a server with other settings than the shared one. */
class LoadManyPartitionsIT extends LoadFixture {
  private static final int PARTITIONS = 400;
  private static final LocalDate FIRST = LocalDate.of(2020, 1, 1);
  private static final String TARGET =
      "CREATE TABLE loadit.days (id int, day date NOT NULL, note text) PARTITION BY RANGE (day)";

  /** Commits now and then, because the server has room for few locks. */
  private static final String LEAVES =
      """
      DO $$ BEGIN FOR i IN 0..%d LOOP
        EXECUTE format('CREATE TABLE loadit.d%%s PARTITION OF loadit.days FOR VALUES FROM (%%L) TO (%%L)',
          i, date '%s' + i, date '%2$s' + i + 1);
        IF i %% 100 = 0 THEN COMMIT; END IF;
      END LOOP; END $$""";

  private static TestServer own;

  @BeforeAll
  static void start() throws IOException {
    own = TestServer.started();
    restart(
        "max_connections = 40", "max_prepared_transactions = 0", "max_locks_per_transaction = 50");
  }

  @AfterAll
  static void delete() throws IOException {
    own.delete();
  }

  private static void restart(String... settings) {
    for (String setting : settings) {
      own.sql("ALTER SYSTEM SET " + setting);
    }
    own.server.stop();
    own.server.start();
  }

  @Override
  TestServer test() {
    return own;
  }

  private int loadDays() throws Exception {
    return load("--into", "loadit.days", "--exchange-empty", "--writers", "2");
  }

  @Test
  void isRefusedWithTheSettingOfTheServerThatItNeeds() throws Exception {
    sql(TARGET);
    sql(LEAVES.formatted(PARTITIONS - 1, FIRST));
    write(
        "a.csv",
        IntStream.range(0, 3 * PARTITIONS)
            .mapToObj(id -> "%d|%s|x".formatted(id, FIRST.plusDays(id % PARTITIONS)))
            .toArray(String[]::new));

    assertThat(loadDays()).isEqualTo(1);
    requireFailed("(now 50) and restart the server");
    assertThat(value("SELECT count(*) FROM loadit.loadpath_exports")).as("jobs").isEqualTo("0");

    Matcher advice =
        Pattern.compile("max_locks_per_transaction = \\d+").matcher(err.toString(UTF_8));
    assertThat(advice.find()).isTrue();
    session.close();
    restart(advice.group(), "log_min_messages = debug1");
    connect();
    int from = own.log().length();
    assertThat(loadDays()).as(err.toString(UTF_8)).isZero();

    assertThat(
            value(
                """
                SELECT count(*) || ' ' || min(rows) || ' ' || max(rows)
                FROM (SELECT count(*) AS rows FROM loadit.days GROUP BY tableoid) p"""))
        .isEqualTo(PARTITIONS + " 3 3");
    assertThat(own.log().substring(from).split("is implied by existing constraints", -1))
        .as("tables attached without a scan")
        .hasSize(PARTITIONS + 1);
    assertThat(out.toString(UTF_8)).containsPattern("committed in \\d+\\.\\d\\d s");
  }
}
