package io.loadpath.benchmarks.cpu;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.proc.ProgramOutput;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A program that uses CPU time, about half a second or more, in itself and in children that come
 * and go, and says how much it was: the truth that the instruments are tested against. The shell
 * gets its figure from getrusage(2), which no instrument here reads.
 */
final class Burner {
  private static final String SCRIPT =
      """
      burn() { local i=0; while [ $i -lt %d ]; do i=$((i + 1)); done; }
      burn
      (burn)
      (burn; burn)
      times
      """;
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private Burner() {}

  /**
   * Runs the burner.
   *
   * @param launcher the words to put before its command
   * @param turns how often each of its four loops turns; 100,000 take 0.1 to 0.3 s
   * @return the CPU time that it used, by its own account
   */
  static long burnNanos(List<String> launcher, int turns) {
    List<String> command = new ArrayList<>(launcher);
    command.addAll(List.of("/bin/bash", "-c", SCRIPT.formatted(turns)));
    try {
      ProgramOutput output = ProgramOutput.of(command, LIMIT);
      if (output.exitCode() != 0) {
        throw new LoadpathException("the test of the CPU meter failed: " + output.text().strip());
      }
      return ShellTimes.parse(output.text()).totalNanos();
    } catch (IOException e) {
      throw new LoadpathException("the test of the CPU meter could not run: " + e.getMessage(), e);
    }
  }
}
