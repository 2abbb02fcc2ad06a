package io.loadpath.benchmarks.cli;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.run.RunRequest;
import io.loadpath.benchmarks.suite.Suite;
import io.loadpath.datasets.Dataset;
import io.loadpath.datasets.TableData;
import io.loadpath.engines.service.ShellWord;
import io.loadpath.tables.Table;
import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** The options that name a table of the user's. */
final class TableOptions {
  private static final String TABLE = "--table";
  private static final int SHOWN_FILES = 5;

  @Option(
      names = TABLE,
      paramLabel = "FILE",
      description =
          "With the suite own: the description of your table, such as 'bin/loadpath describe'"
              + " writes it.")
  private Path table;

  @Option(
      names = "--files",
      paramLabel = "GLOB",
      arity = "1..*",
      description =
          "With --table: these files instead of the description's, for example 'sales/*.csv.gz'.")
  private List<String> files = new ArrayList<>();

  @Option(
      names = "--parts",
      paramLabel = "N",
      description =
          "With --table: cuts the rows into N files in the state folder (default: your files as they"
              + " are).")
  private Integer parts;

  /**
   * Returns the table that {@code suite} runs on, if it is for one.
   *
   * @throws IllegalArgumentException if options and suite do not go together
   * @throws LoadpathException if the description is missing or wrong
   */
  Optional<RunRequest.UserTable> of(Suite suite) {
    boolean ofUser = suite.definition().ofOwnTable();
    if (table == null) {
      require(
          files.isEmpty() && parts == null,
          "--files and --parts are about the table of --table, which is missing");
      require(
          !ofUser,
          ("the suite %s needs your table: 'bin/loadpath describe FILES' writes its description,"
                  + " then add --table FILE.yaml")
              .formatted(suite.name()));
      return Optional.empty();
    }
    require(
        ofUser,
        "--table: the suite %s makes its own data; your table is for: bin/loadpath run own --table %s"
            .formatted(suite.name(), ShellWord.of(table.toString())));
    require(
        parts == null || parts >= 1 && parts <= Dataset.MAX_PARTS,
        "--parts: %s is not from 1 to %d".formatted(parts, Dataset.MAX_PARTS));
    if (!Files.isRegularFile(table)) {
      throw new LoadpathException(
          "--table: there is no file %s; 'bin/loadpath describe FILES' writes one"
              .formatted(table));
    }
    Table described = Table.read(table);
    if (Table.OF_LOADPATH.stream().anyMatch(own -> own.name().equals(described.name()))) {
      throw new LoadpathException(
          "%s: table: Loadpath's own table has the name '%s': choose another one"
              .formatted(table, described.name()));
    }
    return Optional.of(
        new RunRequest.UserTable(table, described, files, parts == null ? 0 : parts));
  }

  /** Returns the options as they were given, for a shell; empty without a table. */
  String words() {
    if (table == null) {
      return "";
    }
    StringBuilder words = new StringBuilder(" " + TABLE + " " + ShellWord.of(table.toString()));
    if (!files.isEmpty()) {
      words.append(" --files");
      files.forEach(glob -> words.append(' ').append(ShellWord.of(glob)));
    }
    if (parts != null) {
      words.append(" --parts ").append(parts);
    }
    return words.toString();
  }

  /** Returns the real paths of such files; none of those that the user has named by --files. */
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
   * Passes if the description names no files outside its own folder, or the user wants them copied:
   * it may be from somebody else, and a cluster's HDFS may be open to all.
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
          what + ": if you want that, name the files by --files; otherwise leave out the cluster");
    }
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }
}
