package io.loadpath.benchmarks.environment;

import io.loadpath.benchmarks.path.LoadPath;
import io.loadpath.benchmarks.path.Variant;
import io.loadpath.benchmarks.record.NotRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Says what can run here: whether the engines and programs that a path needs are there. */
public final class Requirements {
  public static final String POSTGRES = "postgres";
  public static final String ORACLE = "oracle";

  /** What all variables begin with that are about an Oracle. */
  public static final String ORACLE_PREFIX = "ORACLE_";

  /** What names the user's Oracle to the paths; the harness itself does not connect to it. */
  public static final List<String> ORACLE_VARIABLES =
      List.of("ORACLE_URL", "ORACLE_USER", "ORACLE_PASSWORD_FILE");

  private static final String BUNDLED_ARCHITECTURE = "amd64";

  private final Path root;
  private final Map<String, String> environment;

  public Requirements(Path root, Map<String, String> environment) {
    this.root = root;
    this.environment = Map.copyOf(environment);
  }

  /** Returns why {@code path} cannot run here, or nothing if it can. */
  public Optional<String> missing(LoadPath path) {
    return path.definition().needs().stream()
        .map(this::missing)
        .flatMap(Optional::stream)
        .findFirst();
  }

  /**
   * Returns why {@code variant} cannot run here, under its path's name when no variant of the path
   * can, else under the path and the value that needs what is missing: {@code
   * external-table-postgres codec=zstd-3}; or nothing if it can run.
   */
  public Optional<NotRun> missing(Variant variant) {
    LoadPath path = variant.path();
    Optional<NotRun> all = missing(path).map(reason -> new NotRun(path.name(), reason));
    return all.or(
        () ->
            variant.parameters().entrySet().stream()
                .map(
                    value ->
                        missing(path, value.getKey(), value.getValue())
                            .map(
                                reason ->
                                    new NotRun(
                                        "%s %s=%s"
                                            .formatted(
                                                path.name(), value.getKey(), value.getValue()),
                                        reason)))
                .flatMap(Optional::stream)
                .findFirst());
  }

  /** Returns what a value of a parameter needs besides and is not there, or nothing. */
  public Optional<String> missing(LoadPath path, String parameter, String value) {
    return path.definition().needs(parameter, value).stream()
        .map(this::missing)
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Optional<String> missing(String need) {
    if (need.equals(ORACLE)) {
      return missingOracle();
    }
    if (need.equals(POSTGRES)) {
      String architecture = System.getProperty("os.arch");
      return architecture.equals(BUNDLED_ARCHITECTURE)
          ? Optional.empty()
          : Optional.of(
              "needs PostgreSQL: the bundled one is for %s, this machine is %s"
                  .formatted(BUNDLED_ARCHITECTURE, architecture));
    }
    Optional<Engine> engine =
        Stream.of(Engine.values()).filter(known -> known.toString().equals(need)).findFirst();
    if (engine.isPresent()) {
      return engine.get().version(root, environment).isPresent()
          ? Optional.empty()
          : Optional.of(missingEngine(engine.get()));
    }
    Optional<PythonPackage> python = PythonPackage.named(need);
    if (python.isPresent()) {
      return python.get().version().isPresent()
          ? Optional.empty()
          : Optional.of("needs a python3 that has %s: %s".formatted(need, python.get().howToGet()));
    }
    Tool tool = Tool.named(need);
    return tool.find().isPresent()
        ? Optional.empty()
        : Optional.of("needs the program %s: %s".formatted(need, tool.howToGet()));
  }

  private String missingEngine(Engine engine) {
    return engine
        .home(environment)
        .map(home -> "%s=%s holds no %s".formatted(engine.variable(), home, engine))
        .orElse(
            "needs %s: its jars are not in engines/; run 'mvn -q -DskipTests package'"
                .formatted(engine));
  }

  private Optional<String> missingOracle() {
    List<String> values =
        ORACLE_VARIABLES.stream().map(environment::get).filter(Objects::nonNull).toList();
    if (values.size() < ORACLE_VARIABLES.size()) {
      return Optional.of("needs an Oracle: set ORACLE_URL, ORACLE_USER and ORACLE_PASSWORD_FILE");
    }
    Path passwordFile = Path.of(environment.get("ORACLE_PASSWORD_FILE"));
    return Files.isReadable(passwordFile)
        ? Optional.empty()
        : Optional.of(
            "needs an Oracle: ORACLE_PASSWORD_FILE=%s is not readable".formatted(passwordFile));
  }

  /** Returns the passwords of the user's Oracle, which must not be shown anywhere. */
  public static List<String> oraclePasswords(Map<String, String> environment) {
    List<String> passwords = new ArrayList<>();
    environment.forEach(
        (name, value) -> {
          if (name.startsWith(ORACLE_PREFIX) && name.endsWith("PASSWORD")) {
            passwords.add(value);
          } else if (name.startsWith(ORACLE_PREFIX) && name.endsWith("PASSWORD_FILE")) {
            passwords.add(content(value));
          }
        });
    return passwords;
  }

  private static String content(String file) {
    try {
      return Files.readString(Path.of(file)).strip();
    } catch (IOException e) {
      return ""; // then nobody else reads it either
    }
  }

  /** Whether {@code path} runs on the bundled PostgreSQL. */
  public static boolean needsPostgres(LoadPath path) {
    return needs(path, POSTGRES);
  }

  /** Whether {@code path} runs on Hadoop, or on what runs on it. */
  public static boolean needsHadoop(LoadPath path) {
    return Stream.of(Engine.values()).anyMatch(engine -> needs(path, engine.toString()));
  }

  /** Whether {@code path} runs on an Oracle. */
  public static boolean needsOracle(LoadPath path) {
    return needs(path, ORACLE);
  }

  private static boolean needs(LoadPath path, String need) {
    return path.definition().mayNeed().anyMatch(need::equals);
  }
}
