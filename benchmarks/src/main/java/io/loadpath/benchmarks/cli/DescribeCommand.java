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
      "Guesses the format and the columns of your files, and writes a description to correct by hand.",
      "It reads the beginning of each file, and some places within plain files. It marks a guess"
          + " with 'guessed:'."
    },
    footer = {
      "",
      "Files are plain text, or .gz, .zst, .lz4 or .bz2. They are never changed.",
      "Then check every row against the description with 'bin/loadpath check'.",
      "",
      "Examples:",
      "  bin/loadpath describe 'sales/*.csv.gz'           writes sales.yaml",
      "  bin/loadpath describe 'sales/*.csv' \\",
      "      --like jdbc:postgresql://db/shop --like-table sales"
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
          "The table's name: lower-case letters, digits and '-', first a letter, at most 40"
              + " characters (default: the name of the folder of several files, or of the file).")
  private String name;

  @ArgGroup(exclusive = false)
  private Catalog catalog;

  @Mixin private HelpOption help;
  @ParentCommand private Commands program;

  /** A table in a database that has the columns. */
  private static final class Catalog {
    @Option(
        names = "--like",
        required = true,
        paramLabel = "URL",
        description =
            "Takes the columns from a table of this database, jdbc:postgresql://HOST:PORT/DATABASE.")
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
            "A file that holds only the password (default: PGPASSWORD, PGPASSFILE or ~/.pgpass).")
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
          "--name is '%s': use lower-case letters, digits and '-', first a letter, at most 40 characters"
              .formatted(table));
    }
    if (ReservedWords.contains(table)) {
      throw new UsageException(
          "--name is '%s', a reserved word of SQL: try --name %1$s-data".formatted(table));
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
              + " exists: name another with --out, or remove it first, because you may have changed it");
    }
  }
}
