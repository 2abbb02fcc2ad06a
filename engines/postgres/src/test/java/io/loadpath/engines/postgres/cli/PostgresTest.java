package io.loadpath.engines.postgres.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(Map<String, String> environment, String... args) {
    return new Postgres(
            environment, InputStream.nullInputStream(), new PrintStream(out), new PrintStream(err))
        .run(args);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "strat",
        "start now",
        "sql --each",
        "sql -v x",
        "sql -v a-b=1",
        "sql --each p=1 --each p=2 -c x",
        "sql --then -c x",
        "sql -c x --then",
        "sql --nope",
        "sql stray",
      })
  void wrongUsageIsCode2(String line) {
    assertThat(run(Map.of(), line.isEmpty() ? new String[0] : line.split(" "))).isEqualTo(2);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).startsWith("postgres: ").contains("--help");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "start --help", "sql --help", "sql -v a=1 --help"})
  void helpIsCode0(String line) {
    assertThat(run(Map.of(), line.split(" "))).isZero();
    assertThat(out.toString()).startsWith("usage: postgres");
    assertThat(err.toString()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, sql -c x, cannot connect to jdbc:postgresql://127.0.0.1:1/",
    "/run/postgresql, sql -c x, socket folder",
    "127.0.0.1, sql -f /no/such.sql, there is no file /no/such.sql"
  })
  void aFailureIsCode1WithOneMessage(String host, String line, String message) {
    Map<String, String> environment = Map.of("PGHOST", host, "PGPORT", "1");
    assertThat(run(environment, line.split(" "))).isEqualTo(1);
    assertThat(err.toString()).startsWith("postgres: ").contains(message).hasLineCount(1);
  }

  @Test
  void debugShowsWhere() {
    run(Map.of("PGHOST", "/run/postgresql"), "--debug", "sql", "-c", "x");
    assertThat(err.toString()).contains("socket folder", "\tat io.loadpath");
  }
}
