package io.loadpath.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.cli.Commands;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Map;

/** Commands of {@code bin/loadpath} in this JVM, which has loaded their classes. */
final class Harness {
  private Harness() {}

  /** Runs a command in an environment, expects its exit code, and returns all that it printed. */
  static String run(int exitCode, Map<String, String> environment, String... arguments) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream printed = new PrintStream(bytes, true, UTF_8);
    PrintStream out = System.out;
    PrintStream err = System.err;
    System.setOut(printed);
    System.setErr(printed);
    try {
      int code = Commands.execute(environment, arguments);
      assertThat(code).as(bytes.toString(UTF_8)).isEqualTo(exitCode);
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
    return bytes.toString(UTF_8);
  }
}
