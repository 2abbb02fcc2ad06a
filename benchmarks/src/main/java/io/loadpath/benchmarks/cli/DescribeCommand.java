package io.loadpath.benchmarks.cli;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.UsageException;
import io.loadpath.tables.ReservedWords;
import io.loadpath.tables.cli.HelpOption;
import io.loadpath.tables.describe.Describer;
import io.loadpath.tables.describe.Description;
import io.loadpath.tables.describe.InputFiles;
import io.loadpath.tables.describe.KnownColumns;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code bin/loadpath describe 'sales/*.csv.gz'} */
@Command(
    name = "describe",
    description = {
      "Finds out how files write a table, and writes it down as a short file to correct by hand.",
      "It reads the files' beginnings, and of plain files also places within. What it cannot know it"
          + " marks with 'guessed:'."
    },
    footer = {
      "",
      "Files are plain text, or .gz, .zst, .lz4 or .bz2. They are only read.",
      "'bin/loadpath check' reads every row against what this writes.",
      "",
      "Examples:",
      "  bin/loadpath describe 'sales/*.csv.gz'           makes sales.yaml",
      "  bin/loadpath describe 'sales/*.csv' --like jdbc:postgresql://db/shop --like-table sales"
    })
final class DescribeCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", arity = "0..*", description = "Files, or globs in quotes.")
  private List<String> patterns = new ArrayList<>();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "The file to write; it must not exist (default: NAME.yaml here).")
  private Path out;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description =
          "The table's name: a letter, then letters, digits and '-', at most 40, in lower case"
              + " (default: that of the folder of several files, or of the file).")
  private String name;

  @ArgGroup(exclusive = false)
  private Catalog catalog;

  @Mixin private HelpOption help;
  @ParentCommand private Commands program;

  /** A table of a database, whose columns are known. */
  private static final class Catalog {
    @Option(
        names = "--like",
        required = true,
        paramLabel = "URL",
        description =
            "Columns from a table of the database at jdbc:postgresql://HOST:PORT/DATABASE.")
    private String url;

    @Option(
        names = "--like-table",
        required = true,
        paramLabel = "TABLE",
        description = "The table, as in SQL: sales, or shop.\"Order\".")
    private String table;

    @Option(
        names = "--username",
        paramLabel = "NAME",
        description = "The database's user (default: PGUSER, or your name).")
    private String user;

    @Option(
        names = "--password-file",
        paramLabel = "FILE",
        description =
            "Holds only the user's password (default: PGPASSWORD, or what PGPASSFILE or ~/.pgpass"
                + " has).")
    private Path passwordFile;

    KnownColumns columns(Map<String, String> environment) {
      return new CatalogColumns(url, user, passwordFile).read(table, environment);
    }
  }

  @Override
  public Integer call() throws IOException {
    if (patterns.isEmpty() && catalog == null) {
      throw new UsageException("name the files to describe");
    }
    InputFiles files = InputFiles.of(patterns);
    String table = name == null ? defaultName(files) : name;
    if (!table.matches("[a-z][a-z0-9-]{0,39}")) {
      throw new UsageException(
          "--name is '%s': it must be a letter, then letters, digits and '-', at most 40, in lower case"
              .formatted(table));
    }
    if (ReservedWords.contains(table)) {
      throw new UsageException(
          "--name is '%s', a word of SQL, which databases refuse as a table's name: try --name %1$s-data"
              .formatted(table));
    }
    Path file = out == null ? Path.of(table + ".yaml") : out;
    refuseExisting(file);
    KnownColumns known = catalog == null ? null : catalog.columns(program.environment());
    Path folder = file.toAbsolutePath().getParent();
    Description description =
        Describer.describe(table, files.relativeTo(folder), files.files(), known);
    try {
      Files.writeString(file, description.yaml(file.toString()), StandardOpenOption.CREATE_NEW);
    } catch (FileAlreadyExistsException e) {
      refuseExisting(file);
    }
    description.lines().forEach(System.out::println);
    System.out.println("written to " + file);
    return 0;
  }

  private String defaultName(InputFiles files) {
    if (!patterns.isEmpty()) {
      return files.tableName();
    }
    return InputFiles.tableName(catalog.table.replaceFirst(".*\\.", ""));
  }

  private static void refuseExisting(Path file) {
    if (Files.exists(file)) {
      throw new LoadpathException(
          file
              + " exists: name another with --out, or remove it first, for you may have changed it");
    }
  }
}
