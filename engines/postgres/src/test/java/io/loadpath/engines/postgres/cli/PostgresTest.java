package io.loadpath.engines.postgres.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
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

  @Test
  void aFailureIsCode1WithOneMessage() {
    assertThat(run(Map.of("PGHOST", "127.0.0.1", "PGPORT", "1"), "sql", "-c", "SELECT 1"))
        .isEqualTo(1);
    assertThat(err.toString().lines()).hasSize(1);
    assertThat(err.toString())
        .startsWith("postgres: cannot connect to jdbc:postgresql://127.0.0.1:1/");
  }

  @Test
  void debugShowsWhere() {
    assertThat(run(Map.of("PGHOST", "/run/postgresql"), "--debug", "sql", "-c", "SELECT 1"))
        .isEqualTo(1);
    assertThat(err.toString()).contains("socket folder").contains("\tat io.loadpath");
  }

  @Test
  void aMissingFileIsNamed(@TempDir Path folder) {
    String file = folder.resolve("missing.sql").toString();
    assertThat(run(Map.of("PGHOST", "127.0.0.1"), "sql", "-f", file)).isEqualTo(1);
    assertThat(err.toString()).isEqualTo("postgres: there is no file " + file + "\n");
  }
}
