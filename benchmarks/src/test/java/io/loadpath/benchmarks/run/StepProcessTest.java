package io.loadpath.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.measure.ProcessTreeMeter;
import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.Stop;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that a step leaves, with the instrument of an ordinary user. */
class StepProcessTest {
  @TempDir private Path folder;

  @Test
  void endsWhatAStepLeftAndNothingThatTheHarnessStartedForItself() throws Exception {
    String runId = "loadpath-20261120T210000Z-step-" + ProcessHandle.current().pid();
    Process server = new ProcessBuilder("sleep", "300").start();
    try (ProcessTreeMeter meter =
            new ProcessTreeMeter(() -> Processes.withEnvironment(StepProcess.MARKER, runId));
        Stop stop = Stop.ofRun()) {
      StepProcess steps = new StepProcess(runId, meter.started("client"), stop);
      Path step = Files.writeString(folder.resolve("run"), "#!/bin/sh\nsetsid sleep 301 &\n");
      Owner.mode(step, "rwxr-xr-x");
      Path output = folder.resolve("output");
      steps.run(
          step,
          folder,
          Map.of("PATH", System.getenv("PATH")),
          output.toFile(),
          output.toFile(),
          Duration.ofSeconds(60),
          true);

      assertThat(steps.left()).hasSize(1).doesNotContain(server.pid());
      long left = List.copyOf(steps.left()).get(0);
      steps.endAll();
      assertThat(Processes.awaitEnd(List.of(left), 5)).as("it has ended").isTrue();
      assertThat(Processes.alive(server.pid())).isTrue();
    } finally {
      server.destroyForcibly();
    }
  }
}
