package io.loadpath.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class DriverTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Driver driver =
      new Driver(
          new PrintStream(out, true, StandardCharsets.UTF_8),
          new PrintStream(err, true, StandardCharsets.UTF_8));

  private int run(String... args) throws Exception {
    return driver.run(new Configuration(), args);
  }

  @Test
  void helpIsOnStdout() throws Exception {
    assertThat(run("--help")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("Programs:", "q1-textbook", "Example:");
    assertThat(err.size()).isZero();
  }

  @Test
  void noProgramAndAnUnknownOneAreWrongUsage() throws Exception {
    assertThat(run()).isEqualTo(2);
    assertThat(run("q2")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("unknown program 'q2'", "Usage:");
    assertThat(out.size()).isZero();
  }

  @Test
  void startsTheNamedProgram() throws Exception {
    assertThat(run("q1", "--help")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("Usage: hadoop jar").contains("q1");
    assertThat(run("q1")).isEqualTo(2);
  }

  @Test
  void theTextbookProgramHasAKeyMore() throws Exception {
    run("q1", "--help");
    assertThat(out.toString(StandardCharsets.UTF_8)).doesNotContain(Q1Options.AGGREGATION);
    assertThat(run("q1-textbook", "--help")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("q1-textbook -D loadpath", Q1Options.AGGREGATION);
    assertThat(run("q1-textbook")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("Try 'q1-textbook --help'.");
  }
}
