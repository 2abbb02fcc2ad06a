package io.loadpath.benchmarks.environment;

import io.loadpath.benchmarks.record.Environment;
import io.loadpath.engines.postgres.PostgresServer;
import io.loadpath.engines.service.Owner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Gathers what a reader of a record needs to know of the machine and of what is installed on it.
 */
public final class EnvironmentProbe {
  private EnvironmentProbe() {}

  /**
   * Gathers the environment and runs the single-thread calibration.
   *
   * @param root the project
   * @param state the folder that holds the data
   * @param variables the process's environment
   */
  public static Environment probe(Path root, Path state, Map<String, String> variables) {
    Machine machine = new Machine(Path.of("/"));
    return new Environment(
        machine.cpuModel(),
        Runtime.getRuntime().availableProcessors(),
        machine.threadsPerCore(),
        machine.governor(),
        machine.turbo(),
        machine.numaNodes(),
        machine.hugePages(),
        machine.memoryBytes(),
        machine.kernel(),
        machine.os(),
        fileSystem(state),
        System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"),
        Owner.caller() == 0 ? "root" : "ordinary",
        engineVersions(root, variables),
        toolVersions(),
        SingleThreadCalibration.run());
  }

  /** Returns the version of each engine that is there, by name. */
  public static Map<String, String> engineVersions(Path root, Map<String, String> variables) {
    Map<String, String> versions = new LinkedHashMap<>();
    for (Engine engine : Engine.values()) {
      engine
          .version(root, variables)
          .ifPresent(version -> versions.put(engine.toString(), version));
    }
    versions.put(Requirements.POSTGRES, PostgresServer.version());
    return versions;
  }

  private static Map<String, String> toolVersions() {
    Map<String, String> versions = new LinkedHashMap<>();
    Tool.KNOWN.forEach(tool -> versions.put(tool.name(), tool.state().orElse(null)));
    return versions;
  }

  private static String fileSystem(Path folder) {
    try {
      return Files.getFileStore(folder).type();
    } catch (IOException e) {
      return null;
    }
  }
}
