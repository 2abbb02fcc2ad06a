package io.loadpath.benchmarks.needs;

import static java.util.stream.Collectors.joining;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.record.RunRecord.NotRun;
import io.loadpath.benchmarks.suite.LoadPath;
import io.loadpath.benchmarks.suite.Place;
import io.loadpath.benchmarks.suite.Variant;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Checks whether this machine has the engines and programs that a path needs. */
public final class Requirements {
  public static final String POSTGRES = "postgres";
  public static final String ORACLE = "oracle";

  /** A PostgreSQL that reads this machine's files, and starts its programs. */
  public static final String SERVER_FILES = "server-files";

  public static final String SERVER_PROGRAMS = "server-programs";

  /** The file server of a lab; each variant says whether it is in one. */
  public static final String FILE_SERVER = "file-server";

  /** A cluster's file system; each variant says whether it has one. */
  private static final String HDFS = "hdfs";

  /** A PostgreSQL with prepared transactions, for two-phase commit. */
  public static final String PREPARED_TRANSACTIONS = "prepared-transactions";

  private static final Set<String> OF_SERVER =
      Set.of(SERVER_FILES, SERVER_PROGRAMS, PREPARED_TRANSACTIONS);

  /** The prefix of all variables about an Oracle. */
  public static final String ORACLE_PREFIX = "ORACLE_";

  /** The variables that name the user's Oracle; only paths connect to it, not the harness. */
  public static final List<String> ORACLE_VARIABLES =
      List.of("ORACLE_URL", "ORACLE_USER", "ORACLE_PASSWORD_FILE");

  /** Advice about a URL with a password, which command lines would show. */
  public static final String ORACLE_URL_ADVICE =
      "ORACLE_URL holds a password: write jdbc:oracle:thin:@//HOST:PORT/SERVICE, and the password"
          + " into the file that ORACLE_PASSWORD_FILE names";

  private static final String BUNDLED_ARCHITECTURE = "amd64";

  private final Path root;
  private final Map<String, String> environment;
  private final Optional<UsersPostgres> users;

  /** The user's PostgreSQL. */
  public interface UsersPostgres {
    /** Returns why it does not have a need; empty if it does, or if it was not asked. */
    Optional<String> missing(String need);
  }

  /** The requirements of runs with the bundled PostgreSQL. */
  public Requirements(Path root, Map<String, String> environment) {
    this(root, environment, Optional.empty());
  }

  /**
   * @param users the user's PostgreSQL, if the run uses it
   */
  public Requirements(Path root, Map<String, String> environment, Optional<UsersPostgres> users) {
    this.root = root;
    this.environment = Map.copyOf(environment);
    this.users = users;
  }

  /** Returns why {@code path} cannot run here; empty if it can. */
  public Optional<String> missing(LoadPath path) {
    return firstMissing(path.definition().needs());
  }

  /**
   * Returns why {@code variant} cannot run here; empty if it can. The result names the path, if no
   * variant of it can run; otherwise the path and the value: {@code external-table-load-postgres
   * codec=zstd-3}.
   */
  public Optional<NotRun> missing(Variant variant) {
    LoadPath path = variant.path();
    if (variant.on().local() && path.needsCluster()) {
      return Optional.of(new NotRun(path.name(), "needs HDFS: run it with --on cluster"));
    }
    if (variant.net().isEmpty() && path.definition().needs().contains(FILE_SERVER)) {
      return Optional.of(
          new NotRun(path.name(), "needs a link between hosts: add --net 1GbE, for example"));
    }
    if (variant.on().equals(Place.CLUSTER)
        && !Files.isDirectory(root.resolve("engines/cluster/target/lib"))) {
      return Optional.of(
          new NotRun(
              variant.on().at(path.name()),
              "needs the bundled cluster: its jars are not in engines/; run 'mvn -q -DskipTests"
                  + " package'"));
    }
    return missing(path)
        .map(reason -> new NotRun(path.name(), reason))
        .or(
            () ->
                variant.parameters().entrySet().stream()
                    .flatMap(
                        value ->
                            missing(path, value.getKey(), value.getValue())
                                .map(reason -> new NotRun(path.name() + " " + value, reason))
                                .stream())
                    .findFirst());
  }

  /** Returns the error of a run without a variant that can run here, with all reasons. */
  public static LoadpathException nothingRuns(Collection<NotRun> notRun) {
    return new LoadpathException(
        "nothing of this can run here: "
            + notRun.stream().map(NotRun::reason).distinct().collect(joining("; ")));
  }

  /** Returns the missing prerequisite of a parameter value, if any. */
  public Optional<String> missing(LoadPath path, String parameter, String value) {
    return firstMissing(path.definition().needs(parameter, value));
  }

  private Optional<String> firstMissing(List<String> needs) {
    return needs.stream().flatMap(need -> missing(need).stream()).findFirst();
  }

  private Optional<String> missing(String need) {
    if (need.equals(ORACLE)) {
      return missingOracle();
    }
    if (need.equals(POSTGRES)) {
      String architecture = System.getProperty("os.arch");
      return users.isPresent() || architecture.equals(BUNDLED_ARCHITECTURE)
          ? Optional.empty()
          : Optional.of(
              "needs PostgreSQL: the bundled one is for %s, this machine is %s; name yours with --postgres"
                  .formatted(BUNDLED_ARCHITECTURE, architecture));
    }
    if (need.equals(HDFS) || need.equals(FILE_SERVER)) {
      return Optional.empty();
    }
    if (OF_SERVER.contains(need)) {
      return users.flatMap(postgres -> postgres.missing(need));
    }
    Optional<Engine> engine =
        Stream.of(Engine.values()).filter(known -> known.toString().equals(need)).findFirst();
    if (engine.isPresent()) {
      if (engine.get().version(root, environment).isEmpty()) {
        return Optional.of(missingEngine(engine.get()));
      }
      return engine.get() == Engine.DUCKDB ? Optional.empty() : hostNameProblem();
    }
    return Tool.named(need).missing();
  }

  /** Returns this machine's name. Hadoop's clients look up its address before each job. */
  public static String hostName() {
    String name = content("/proc/sys/kernel/hostname");
    return name.isEmpty() ? "localhost" : name; // Java's default
  }

  /** Returns why Hadoop's clients cannot run here, and what to do; empty if they can. */
  public static Optional<String> hostNameProblem() {
    try {
      InetAddress.getLocalHost();
      return Optional.empty();
    } catch (UnknownHostException e) {
      return Optional.of(
          "this machine's name has no address, which Hadoop needs: add '127.0.0.1 %s' to /etc/hosts"
              .formatted(hostName()));
    }
  }

  private String missingEngine(Engine engine) {
    return engine
        .home(environment)
        .map(home -> "%s=%s holds no %s".formatted(engine.variable(), home, engine))
        .orElse(
            "needs %s: its jars are not in engines/; run 'mvn -q -DskipTests package'"
                .formatted(engine));
  }

  /** Returns what the user's Oracle is not named with; empty if it is. */
  public Optional<String> missingOracle() {
    if (!environment.keySet().containsAll(ORACLE_VARIABLES)) {
      return Optional.of("needs an Oracle: set ORACLE_URL, ORACLE_USER and ORACLE_PASSWORD_FILE");
    }
    if (oracleUrlHoldsPassword(environment)) {
      return Optional.of("needs an Oracle: " + ORACLE_URL_ADVICE);
    }
    Path passwordFile = Path.of(environment.get("ORACLE_PASSWORD_FILE"));
    return Files.isReadable(passwordFile)
        ? Optional.empty()
        : Optional.of(
            "needs an Oracle: ORACLE_PASSWORD_FILE=%s is not readable".formatted(passwordFile));
  }

  /** Whether the URL of the user's Oracle has the form {@code jdbc:oracle:thin:USER/PASSWORD@…}. */
  public static boolean oracleUrlHoldsPassword(Map<String, String> environment) {
    return environment.getOrDefault("ORACLE_URL", "").matches("[^@]*/.*@.*");
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
      return ""; // its user cannot read it either
    }
  }

  /** Whether {@code path} runs on the bundled PostgreSQL. */
  public static boolean needsPostgres(LoadPath path) {
    return needs(path, POSTGRES);
  }

  /** Whether {@code path} runs on Hadoop, directly or not. */
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
