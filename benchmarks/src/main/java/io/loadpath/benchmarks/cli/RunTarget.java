package io.loadpath.benchmarks.cli;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.run.RunRequest;
import io.loadpath.benchmarks.suite.Suite;
import io.loadpath.datasets.Dataset;
import io.loadpath.datasets.TableData;
import io.loadpath.engines.service.ShellWord;
import io.loadpath.tables.Table;
import io.loadpath.tables.yaml.StrictYaml;
import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The arguments of a run: a suite, or the user's table. */
final class RunTarget {
  private static final int SHOWN_FILES = 5;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "SUITE|TABLE.yaml",
      defaultValue = "quick",
      completionCandidates = Completion.Suites.class,
      description =
          "SUITE: a name from 'bin/loadpath list', or your own suite file. TABLE.yaml: the"
              + " description of your files, as 'bin/loadpath describe' writes it (default:"
              + " ${DEFAULT-VALUE}).")
  private String name;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "FILE",
      description = "Files or globs, such as 'sales/*.csv.gz', instead of those in TABLE.yaml.")
  private List<String> files = new ArrayList<>();

  @Option(
      names = "--parts",
      paramLabel = "N",
      description =
          "Cuts the rows of TABLE.yaml into N files, copies that the run uses (default: your files"
              + " as they are).")
  private Integer parts;

  @Option(
      names = "--suite",
      paramLabel = "SUITE.yaml",
      description =
          "Runs the paths of your own suite on TABLE.yaml (default: every load and unload path).")
  private String suite;

  /** Whether the first argument is the description of a table. */
  private boolean isTable() {
    if (!StrictYaml.isName(name)) {
      return false;
    }
    Path file = Path.of(name);
    if (!Files.isRegularFile(file)) {
      throw new LoadpathException(
          "there is no file %s: 'bin/loadpath describe FILES' writes the description of a table"
              .formatted(name));
    }
    StrictYaml yaml = new StrictYaml(name, StrictYaml.text(file));
    if (Stream.of("columns", "table").anyMatch(yaml::has)) {
      return true;
    }
    if (Stream.of("paths", "datasets").anyMatch(yaml::has)) {
      return false;
    }
    throw new LoadpathException(
        "%s is neither a table's description, which has a key 'columns', nor a suite, which has 'paths'"
            .formatted(name));
  }

  /**
   * Reads the suite to run.
   *
   * @throws IllegalArgumentException if arguments and options do not go together
   * @throws LoadpathException if the file is missing or wrong
   */
  Suite suite(Path root) {
    if (!Files.exists(Suite.folder(root).resolve(name + Suite.ENDING))) {
      Table.requireDescription(Path.of(name));
    }
    if (isTable()) {
      Suite chosen = Suite.find(root, suite == null ? Suite.TABLE : suite);
      require(
          chosen.definition().ofOwnTable(),
          "--suite: the suite %s makes its own data: to run it on your table, write 'own-table: {}' under its 'datasets'"
              .formatted(chosen.name()));
      return chosen;
    }
    require(
        files.isEmpty() && parts == null && suite == null,
        "files, --parts and --suite need a table: bin/loadpath run TABLE.yaml");
    Suite chosen = Suite.toRun(root, name);
    require(
        !chosen.definition().ofOwnTable(),
        "the suite %s needs your table: bin/loadpath run TABLE.yaml --suite %s"
            .formatted(chosen.name(), ShellWord.of(name)));
    return chosen;
  }

  /**
   * Returns the user's table, if the first argument is one.
   *
   * @throws IllegalArgumentException if an option has an invalid value
   * @throws LoadpathException if the description is wrong
   */
  Optional<RunRequest.UserTable> table() {
    if (!isTable()) {
      return Optional.empty();
    }
    require(
        parts == null || parts >= 1 && parts <= Dataset.MAX_PARTS,
        "--parts: %s is not from 1 to %d".formatted(parts, Dataset.MAX_PARTS));
    Path file = Path.of(name);
    Table described = Table.read(file);
    if (Table.OF_LOADPATH.stream().anyMatch(own -> own.name().equals(described.name()))) {
      throw new LoadpathException(
          "%s: table: '%s' is the name of a table of Loadpath: choose another one"
              .formatted(name, described.name()));
    }
    return Optional.of(new RunRequest.UserTable(file, described, files, parts == null ? 0 : parts));
  }

  /** Returns the arguments and options for a shell, as they were given. */
  String words() {
    StringBuilder words = new StringBuilder(ShellWord.of(name));
    files.forEach(glob -> words.append(' ').append(ShellWord.of(glob)));
    words.append(RunCommand.words("--suite", suite == null ? null : ShellWord.of(suite)));
    return words.append(RunCommand.words("--parts", parts)).toString();
  }

  /** Returns the files that only the description names, and that are outside its folder. */
  private static List<Path> outside(RunRequest.UserTable table) throws IOException {
    List<Path> outside = new ArrayList<>();
    if (table.files().isEmpty()) {
      Path folder = table.description().toAbsolutePath().getParent().toRealPath();
      for (Path file : TableData.files(table.table(), table.description(), List.of())) {
        if (!file.toRealPath().startsWith(folder)) {
          outside.add(file.toRealPath());
        }
      }
    }
    return outside;
  }

  /**
   * Passes if the description names no files outside its own folder, or the user wants them copied.
   * Another person may have written the description, and a cluster's HDFS may be open to all.
   *
   * @throws LoadpathException otherwise
   */
  static void requireOutsideFilesWanted(RunRequest.UserTable table) throws IOException {
    List<Path> outside = outside(table);
    if (outside.isEmpty()) {
      return;
    }
    String files =
        outside.stream().limit(SHOWN_FILES).map(Path::toString).collect(Collectors.joining(", "))
            + (outside.size() > SHOWN_FILES
                ? " and %d more".formatted(outside.size() - SHOWN_FILES)
                : "");
    String what =
        "%s names files outside its own folder (%s), and a run on a cluster copies them to HDFS, where others may read them"
            .formatted(table.description(), files);
    Console console = System.console();
    String answer = console == null ? null : console.readLine("%s%ncopy them? [y/N] ", what);
    if (answer == null || !answer.strip().equalsIgnoreCase("y")) {
      throw new LoadpathException(
          what
              + ": if you want that, name the files after the table; if not, run without the"
              + " cluster");
    }
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }
}
