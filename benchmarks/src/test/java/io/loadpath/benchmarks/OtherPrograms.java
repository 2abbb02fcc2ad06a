package io.loadpath.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Programs that disturb a run until they are closed: one for every two cores, enough to notice. */
final class OtherPrograms implements AutoCloseable {
  private final List<Process> processes = new ArrayList<>();

  OtherPrograms() throws IOException {
    for (int core = 0; core < Runtime.getRuntime().availableProcessors(); core += 2) {
      processes.add(new ProcessBuilder("sha256sum", "/dev/zero").start());
    }
  }

  @Override
  public void close() {
    processes.forEach(process -> process.destroyForcibly().onExit().join());
  }
}
