package io.loadpath.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The list of programs; PathIT runs the programs through the jar. */
class DriverTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) throws Throwable {
    PrintStream systemOut = System.out;
    PrintStream systemErr = System.err;
    System.setOut(new PrintStream(out, true));
    System.setErr(new PrintStream(err, true));
    try {
      return Driver.run(args);
    } finally {
      System.setOut(systemOut);
      System.setErr(systemErr);
    }
  }

  @Test
  void helpListsTheProgramsOnStdout() throws Throwable {
    assertThat(run("--help")).isZero();
    assertThat(out.toString()).contains("  q1: pricing", "  q1-textbook: ", "--help'");
    assertThat(err.size()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "q2", "Q1 in out"})
  void noProgramOrAnUnknownOneIsWrongUsage(String line) throws Throwable {
    String[] args = line.isEmpty() ? new String[0] : line.split(" ");
    assertThat(run(args)).isEqualTo(2);
    assertThat(err.toString())
        .contains(line.isEmpty() ? "must be given" : "Unknown program '" + args[0] + "'")
        .contains("  q1: ", "--help'");
    assertThat(out.size()).isZero();
  }
}
