package io.loadpath.benchmarks.doctor;

import static java.util.stream.Collectors.joining;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.measure.CheckedMeter;
import io.loadpath.benchmarks.measure.EnvironmentProbe;
import io.loadpath.benchmarks.needs.Engine;
import io.loadpath.benchmarks.needs.Requirements;
import io.loadpath.benchmarks.needs.Tool;
import io.loadpath.engines.postgres.PostgresServer;
import io.loadpath.engines.service.StateFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Finds the engines and tools of this machine, and says how to get missing ones. */
public final class Doctor {
  private static final String MISSING = "missing";
  private static final Tool MAVEN = Tool.debian("mvn", "builds the project", "maven");

  /** Open files that a process may need; a loading Hive had 660, half of them jars. */
  private static final long FILES_NEEDED = 1024;

  /** The JDKs with which all paths were run, except those on an Oracle. */
  private static final List<Integer> TESTED_JDKS = List.of(17, 25);

  /**
   * A line of the doctor's table.
   *
   * @param version its version or state, or {@code missing}
   * @param note its place; if it is missing, its use and how to get it
   * @param good whether it is there and usable
   */
  public record Finding(String name, String version, String note, boolean good) {
    static Finding good(String name, String version, String note) {
      return new Finding(name, version, note, true);
    }

    static Finding bad(String name, String version, String note) {
      return new Finding(name, version, note, false);
    }
  }

  private final Path root;
  private final Path state;
  private final Map<String, String> environment;

  /**
   * @param root the project
   * @param state the state folder
   * @param environment the caller's variables
   */
  public Doctor(Path root, Path state, Map<String, String> environment) {
    this.root = root;
    this.state = state;
    this.environment = Map.copyOf(environment);
  }

  /** Returns the needs of the project itself; an unpacked archive needs no Maven. */
  public List<Finding> base() {
    List<Finding> findings = new ArrayList<>();
    findings.add(
        Finding.good(
            "JDK",
            System.getProperty("java.version"),
            System.getProperty("java.home") + testedJdks(Runtime.version().feature())));
    if (Files.exists(root.resolve("pom.xml"))) {
      findings.add(tool(MAVEN, "Maven"));
    }
    findings.add(cpuMeter());
    Optional<String> problem = Requirements.hostNameProblem();
    findings.add(
        new Finding(
            "Host name",
            Requirements.hostName(),
            problem.orElse("has an address"),
            problem.isEmpty()));
    findings.add(openFiles());
    Optional<String> warning = StateFolder.warning(state);
    findings.add(
        new Finding(
            "State",
            warning.isEmpty() ? "safe" : "not safe",
            warning.orElse(state.toString()),
            warning.isEmpty()));
    return findings;
  }

  /** Returns the engines that the paths run on. */
  public List<Finding> engines() {
    Finding postgres = Finding.good(Requirements.POSTGRES, PostgresServer.version(), "bundled");
    return Stream.concat(Stream.of(Engine.values()).map(this::engine), Stream.of(postgres))
        .toList();
  }

  /** Returns optional tools. */
  public List<Finding> optional() {
    return Stream.concat(
            Tool.KNOWN.stream().map(tool -> tool(tool, tool.name())), Stream.of(oracle()))
        .toList();
  }

  /** Returns a note on the tested JDKs. */
  static String testedJdks(int version) {
    String tested = TESTED_JDKS.stream().map(Object::toString).collect(joining(" and "));
    return TESTED_JDKS.contains(version)
        ? " (tested: %s)".formatted(tested)
        : " (not tested; %s are: set JAVA_HOME to one of them if something fails)"
            .formatted(tested);
  }

  /** Checks the hard limit, which a JVM uses; it opens each jar of its class path. */
  private static Finding openFiles() {
    String limit =
        new EnvironmentProbe(Path.of("/"))
            .find("proc/self/limits", "(?m)^Max open files\\s+\\S+\\s+(\\S+)")
            .orElse("unlimited"); // no such file: no limit
    boolean enough = !limit.matches("\\d+") || Long.parseLong(limit) >= FILES_NEEDED;
    return new Finding(
        "Open files",
        limit,
        enough
            ? "enough for a process"
            : "Hive needs up to %d in a process: have root raise the hard limit (ulimit -Hn, /etc/security/limits.conf)"
                .formatted(FILES_NEEDED),
        enough);
  }

  private Finding oracle() {
    String url = environment.get("ORACLE_URL");
    if (url == null) {
      String advice = "runs the Oracle paths; set ";
      return Finding.bad(
          "Oracle", MISSING, advice + String.join(", ", Requirements.ORACLE_VARIABLES));
    }
    boolean refused = Requirements.oracleUrlHoldsPassword(environment);
    return new Finding("Oracle", "named", refused ? Requirements.ORACLE_URL_ADVICE : url, !refused);
  }

  private Finding engine(Engine engine) {
    Optional<Path> home = engine.home(environment);
    String place = home.map(path -> engine.variable() + "=" + path).orElse("bundled");
    return engine
        .version(root, environment)
        .map(version -> Finding.good(engine.toString(), version, place))
        .orElseGet(
            () ->
                Finding.bad(
                    engine.toString(),
                    MISSING,
                    home.isPresent()
                        ? "not in " + place + ": unset it to use the bundled one"
                        : "comes with the build: mvn -q -DskipTests package"));
  }

  private static Finding tool(Tool tool, String name) {
    return tool.state()
        .map(version -> Finding.good(name, version, tool.place()))
        .orElseGet(() -> Finding.bad(name, MISSING, tool.adds() + "; " + tool.howToGet()));
  }

  private static Finding cpuMeter() {
    String name = "loadpath-doctor-" + ProcessHandle.current().pid();
    try (CheckedMeter meter = CheckedMeter.choose(name, "test", Set::of, Map.of())) {
      double off = (double) meter.measuredNanos() / meter.expectedNanos() - 1;
      return Finding.good(
          "CPU meter",
          meter.meter().name(),
          "%.1f %% off on a test program".formatted(Math.abs(100 * off)));
    } catch (LoadpathException e) {
      return Finding.bad("CPU meter", MISSING, e.getMessage());
    }
  }
}
