package io.loadpath.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The list of programs; PathIT runs the programs through the jar. */
class DriverTest {
  @ParameterizedTest
  @CsvSource({"--help, 0, ''", "'', 2, must be given", "q2, 2, 'q2'", "Q1, 2, 'Q1'"})
  void theProgramsAreListedWhereNoneRuns(String argument, int code, String problem)
      throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    String[] arguments = argument.isEmpty() ? new String[0] : new String[] {argument, "in"};

    assertThat(Driver.run(new PrintStream(out), new PrintStream(err), arguments)).isEqualTo(code);
    assertThat((code == 0 ? out : err).toString())
        .contains(problem, "  q1: pricing", "  q1-textbook: ", "--help'");
    assertThat((code == 0 ? err : out).size()).isZero();
  }
}
