package io.loadpath.benchmarks;

import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.suite.Step;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What the harness adds to a path that only sleeps a second: wall time, and its own CPU time while
 * the path runs. Not a test, since a busy machine adds its own.
 *
 * <pre>
 * mvn -q -pl benchmarks -am -DskipTests package dependency:build-classpath -Dmdep.outputFile=target/classpath
 * cd benchmarks
 * java -cp "target/test-classes:target/classes:$(cat target/classpath)" io.loadpath.benchmarks.HarnessOverheadBenchmark
 * </pre>
 */
final class HarnessOverheadBenchmark {
  private HarnessOverheadBenchmark() {}

  public static void main(String[] arguments) throws Exception {
    Path folder = Files.createTempDirectory(Path.of("target"), "overhead");
    FakeProject project = new FakeProject(folder).path("sleeper", Map.of(Step.RUN, "exec sleep 1"));
    project.run(0, "run", "--rounds", "20");
    print("added wall time, ms", project, s -> s.wallNanos() / 1e6 - 1000);
    print("CPU time of the harness, ms", project, s -> s.machine().harnessCpuNanos() / 1e6);
    print(
        "the same, % of the run",
        project, s -> 100.0 * s.machine().harnessCpuNanos() / s.wallNanos());
  }

  private static void print(String what, FakeProject project, ToDoubleFunction<Sample> figure)
      throws Exception {
    double[] figures =
        project.lastRecord().samples().stream().mapToDouble(figure).sorted().toArray();
    System.out.printf(
        "%-28s median %6.2f   lowest %6.2f   highest %6.2f%n",
        what, figures[figures.length / 2], figures[0], Arrays.stream(figures).max().orElseThrow());
  }
}
