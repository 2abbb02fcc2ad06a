package io.loadpath.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.suite.PathFolder;
import io.loadpath.benchmarks.suite.Step;
import io.loadpath.engines.service.Await;
import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.StateFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A project in a temporary folder, with small paths of shell, for the real program. */
final class FakeProject {
  private static final int ROWS = 1000;
  private static final Duration LIMIT = Duration.ofMinutes(4);

  /** A verify that prints the fingerprint of the data itself. */
  static final String HONEST_VERIFY =
      """
      echo '{'
      sed -n '/^  "fingerprint"/,/^  }/p' "$LOADPATH_DATA/manifest.json" | sed '$ s/,$//'
      echo ', "storedBytes": 4096}'
      """;

  /** The command that starts the program behind {@code bin/loadpath} in another JVM. */
  static final List<String> PROGRAM =
      List.of(
          System.getProperty("java.home") + "/bin/java",
          "-Xmx128m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-cp",
          System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
          Loadpath.class.getName());

  private static final Path PROJECT = Path.of("").toAbsolutePath().getParent();

  /** Folders with the templates of a table's scripts. */
  private static final List<String> ROOMS =
      List.of("postgres", "hive", "sqoop", "external-table", "datasets");

  /** Folders in these that have no templates. */
  private static final Set<String> NO_SCRIPTS = Set.of("paths", "src", "target");

  private final Map<String, String> ownEntries = new LinkedHashMap<>();
  private final Path root;
  private final List<String> paths = new ArrayList<>();
  private final Map<String, String> variables = new HashMap<>();

  FakeProject(Path root) throws IOException {
    this.root = root.toRealPath();
    Files.createDirectories(state());
    Files.writeString(state().resolve(StateFolder.MARKER), "");
  }

  /** Returns a file for traces of the path {@code name}. */
  Path trace(String name) {
    return root.resolve(name + ".trace");
  }

  /** Returns that file's content; empty if there is no file. */
  String traceText(String name) {
    try {
      return Files.exists(trace(name)) ? Files.readString(trace(name)) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the folder for samples that are not in a record yet. */
  Path samples() {
    return state().resolve("samples");
  }

  Path state() {
    return root.resolve("state");
  }

  Path pathFolder(String name) {
    return root.resolve("benchmarks/paths").resolve(name);
  }

  /** Adds a path with correct steps, except those in {@code scripts}. */
  FakeProject path(String name, Map<Step, String> scripts) throws IOException {
    String yaml = PathFolder.yaml(name).replaceAll("(?m)^(parameters:|  .*)\\n", "");
    Path folder = PathFolder.write(root.resolve("benchmarks/paths"), name, yaml);
    PathFolder.script(folder, Step.VERIFY, HONEST_VERIFY);
    for (Map.Entry<Step, String> script : scripts.entrySet()) {
      String body = script.getValue().replace("TRACE", trace(name).toString());
      PathFolder.script(folder, script.getKey(), body);
    }
    paths.remove("  - path: " + name + "\n");
    paths.add("  - path: " + name + "\n");
    Path suites = Files.createDirectories(root.resolve("benchmarks/suites"));
    Files.writeString(
        suites.resolve("quick.yaml"),
        """
        title: Paths of the tests
        rounds: 1
        datasets:
          all-card-trans: {rows: %d}
        paths:
        %s"""
            .formatted(ROWS, String.join("", paths)));
    return this;
  }

  /**
   * Makes an added path one of the suite {@code table}.
   *
   * @param block the content of {@code own-table}
   */
  void own(String path, String block) throws IOException {
    edit(path, "steps:", "own-table: {%s}\nsteps:".formatted(block));
    ownEntries.putIfAbsent(path, "");
    writeOwnSuite();
  }

  /** Sets the values of parameters of a path of the suite {@code table}. */
  void ownValues(String path, String parameters) throws IOException {
    ownEntries.put(path, "    parameters: {%s}\n".formatted(parameters));
    writeOwnSuite();
  }

  private void writeOwnSuite() throws IOException {
    StringBuilder entries = new StringBuilder();
    ownEntries.forEach(
        (path, values) -> entries.append("  - path: ").append(path).append('\n').append(values));
    Files.writeString(
        root.resolve("benchmarks/suites/table.yaml"),
        "title: A table of the tests\nrounds: 1\ndatasets: {own-table: {}}\npaths:\n" + entries);
    for (String room : ROOMS) {
      if (!Files.exists(root.resolve(room))) {
        copyScripts(PROJECT.resolve(room), root.resolve(room)); // links are refused
      }
    }
  }

  private static void copyScripts(Path room, Path copy) throws IOException {
    try (Stream<Path> files = Files.walk(room)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path name = room.relativize(file);
        if (!NO_SCRIPTS.contains(name.getName(0).toString())) {
          Path target = copy.resolve(name);
          Files.createDirectories(target.getParent());
          Files.copy(file, target);
        }
      }
    }
  }

  /** Replaces a text in the {@code path.yaml} of an added path, and returns the file. */
  Path edit(String path, String text, String instead) throws IOException {
    return replace(pathFolder(path).resolve("path.yaml"), text, instead);
  }

  private static Path replace(Path file, String text, String instead) throws IOException {
    String whole = Files.readString(file);
    assertThat(whole).contains(text);
    return Files.writeString(file, whole.replace(text, instead));
  }

  /** Sets keys of the added paths' suite, instead of its one round. */
  void suite(String keys) throws IOException {
    replace(root.resolve("benchmarks/suites/quick.yaml"), "rounds: 1\n", keys);
  }

  /** Makes an added path need an Oracle, and sets one that no test connects to. */
  void needsOracle(String path) throws IOException {
    edit(path, "needs: []", "needs: [oracle]");
    Path password = Files.writeString(root.resolve("oracle-password"), "far-word");
    set("ORACLE_URL", "jdbc:oracle:thin:@//far:1521/pdb1");
    set("ORACLE_USER", "loader");
    set("ORACLE_PASSWORD_FILE", password.toString());
  }

  /** Sets an environment variable of the program. */
  void set(String name, String value) {
    variables.put(name, value);
  }

  /** Puts a shell program before the system's programs on the PATH. */
  void program(String name, String body) throws IOException {
    Path file = Files.createDirectories(root.resolve("programs")).resolve(name);
    Files.writeString(file, "#!/bin/sh\n" + body + "\n");
    for (Path each : List.of(root, file.getParent(), file)) {
      Owner.mode(each, "rwxr-xr-x"); // root's inflaters run as another user
    }
  }

  /** The program while it runs. */
  record Running(Process process, Path output) {
    String text() {
      try {
        return Files.readString(output);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Starts a command in an environment; the file for its output is in a folder. */
    static Running of(List<String> command, Path folder, Map<String, String> environment)
        throws IOException {
      Path output = Files.createTempFile(folder, "output", ".txt");
      ProcessBuilder builder =
          new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
      builder.environment().clear();
      builder.environment().putAll(environment);
      return new Running(builder.start(), output);
    }

    /** Waits for the end and returns the exit code. */
    int exitCode() throws InterruptedException {
      boolean ended = process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS);
      if (!ended) {
        process.destroyForcibly();
      }
      assertThat(ended).as("ends in time: " + text()).isTrue();
      return process.exitValue();
    }
  }

  /** A build in a shell's background ignores INT, and so do the programs that it starts. */
  static void assumeIntEndsPrograms() throws IOException {
    assumeThat(Files.readString(Path.of("/proc/self/status")))
        .as("INT ends programs")
        .containsPattern("SigIgn:\\s+\\w*[014589cd]\n");
  }

  /** Starts {@code bin/loadpath} with these arguments, without its launcher. */
  Running start(String... arguments) throws IOException {
    return start(List.of(), arguments);
  }

  /** Starts it with {@code launcher}, a command that executes its arguments. */
  Running start(List<String> launcher, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(launcher);
    command.addAll(PROGRAM);
    command.addAll(List.of(arguments));
    Map<String, String> environment = environment();
    environment.merge("PATH", root.resolve("programs") + ":", (all, own) -> own + all);
    return Running.of(command, root, environment);
  }

  /** Runs {@code bin/loadpath} to its end in a process, and expects its exit code. */
  String runApart(int exitCode, String... arguments) throws IOException, InterruptedException {
    Running running = start(arguments);
    assertThat(running.exitCode()).as(running.text()).isEqualTo(exitCode);
    return running.text();
  }

  /**
   * Runs it in this JVM, which has loaded all classes. Programs that were put before those of the
   * system are not seen.
   */
  String run(int exitCode, String... arguments) throws InterruptedException {
    Await.until("a second without a record, whose name it is", () -> !startedInThisSecond());
    return Harness.run(exitCode, environment(), arguments);
  }

  private boolean startedInThisSecond() {
    String second =
        DateTimeFormatter.ISO_INSTANT
            .format(Instant.now().truncatedTo(ChronoUnit.SECONDS))
            .replaceAll("[-:]", "");
    String[] names = root.resolve("benchmarks/results").toFile().list();
    return names != null && Stream.of(names).anyMatch(name -> name.startsWith(second));
  }

  private Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.keySet().removeIf(name -> name.startsWith("ORACLE_"));
    environment.put("LOADPATH_ROOT", root.toString());
    environment.put("LOADPATH_STATE", state().toString());
    environment.putAll(variables);
    return environment;
  }

  /** Returns the record of the last run. */
  RunRecord lastRecord() throws IOException {
    assertThat(lastReport()).isNotEmptyFile();
    return TestRecords.newest(root.resolve("benchmarks/results"));
  }

  /** Returns the file of its report. */
  Path lastReport() throws IOException {
    Path record = TestRecords.newestFile(root.resolve("benchmarks/results"));
    return Path.of(record.toString().replaceFirst("json$", "html"));
  }

  /** Returns the last sample of a path in the last run; a busy machine makes it repeat some. */
  Sample sample(String path) throws IOException {
    return lastRecord().samples().stream()
        .filter(sample -> sample.variant().equals(path))
        .reduce((a, b) -> b)
        .orElseThrow();
  }

  /** Returns the live processes that work in this project's state folder. */
  Set<Long> processes() {
    return Processes.withEnvironment("LOADPATH_STATE", state().toString());
  }
}
