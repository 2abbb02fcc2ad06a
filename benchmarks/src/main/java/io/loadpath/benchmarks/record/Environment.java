package io.loadpath.benchmarks.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The machine and its software. A fact that the machine does not show is null. */
public record Environment(
    String cpuModel,
    int logicalCores,
    Integer threadsPerCore,
    String governor,
    Boolean turbo,
    Integer numaNodes,
    String hugePages,
    long memoryBytes,
    String kernel,
    String os,
    String fileSystem,
    String jdk,
    String user,
    Map<String, String> engines,
    Map<String, String> tools,
    Calibration calibration,
    @JsonInclude(JsonInclude.Include.NON_NULL) UsersPostgres postgres) {

  public Environment {
    Check.text("environment.cpuModel", cpuModel);
    Check.atLeast("environment.logicalCores", 1, logicalCores);
    Check.atLeast("environment.memoryBytes", 1, memoryBytes);
    Check.text("environment.kernel", kernel);
    Check.text("environment.os", os);
    Check.text("environment.jdk", jdk);
    Check.oneOf("environment.user", user, List.of("root", "ordinary"));
    engines = Check.map("environment.engines", engines);
    tools = Check.map("environment.tools", tools);
  }

  /** Returns this environment with the user's PostgreSQL; null for the bundled one. */
  public Environment with(UsersPostgres users) {
    Map<String, String> used = new LinkedHashMap<>(engines);
    if (users != null) {
      used.remove("postgres"); // the bundled one did not work
    }
    return new Environment(
        cpuModel,
        logicalCores,
        threadsPerCore,
        governor,
        turbo,
        numaNodes,
        hugePages,
        memoryBytes,
        kernel,
        os,
        fileSystem,
        jdk,
        user,
        used,
        tools,
        calibration,
        users);
  }

  /**
   * The user's PostgreSQL, on which the paths ran instead of the bundled one.
   *
   * @param address host and port
   */
  public record UsersPostgres(String version, String address) {
    public UsersPostgres {
      Check.text("environment.postgres.version", version);
      Check.text("environment.postgres.address", address);
    }

    /** Returns it in words. */
    public String words() {
      return version + " at " + address + " (--postgres)";
    }
  }

  /** The single-thread calibration {@code n = mod(n, 999999) + sqrt(f)} for f = 1..10,000,000. */
  public record Calibration(double result, long wallNanos) {
    public Calibration {
      if (!Double.isFinite(result)) {
        throw new IllegalArgumentException(
            "environment.calibration.result is " + result + ", expected a finite number");
      }
      Check.atLeast("environment.calibration.wallNanos", 1, wallNanos);
    }
  }
}
