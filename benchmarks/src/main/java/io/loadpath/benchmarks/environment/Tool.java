package io.loadpath.benchmarks.environment;

import io.loadpath.benchmarks.proc.ProgramOutput;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A program of the system that some paths use.
 *
 * @param name the program
 * @param adds what it is good for here
 * @param howToGet says how to get it
 */
public record Tool(String name, String adds, String howToGet) {
  /** The programs whose versions a record keeps. */
  public static final List<Tool> KNOWN =
      List.of(
          debian("gzip", "inflates the .gz files of external tables", "gzip"),
          debian("igzip", "inflates .gz files several times as fast as gzip does", "isal"),
          debian("zstd", "inflates the .zst files of external tables", "zstd"),
          debian("lz4", "inflates the .lz4 files of external tables", "lz4"),
          debian("bzip2", "inflates the .bz2 files of external tables", "bzip2"),
          debian("psql", "Sqoop's direct import from PostgreSQL runs it", "postgresql-client"),
          new Tool(
              "sqlplus",
              "runs the SQL of the Oracle paths",
              "comes with Oracle's client: Instant Client, packages Basic and SQL*Plus"),
          new Tool(
              "sqlldr",
              "SQL*Loader, which external tables in Oracle stand against",
              "comes with Oracle's client: Instant Client, packages Basic and Tools"));

  private static final Pattern VERSION = Pattern.compile("\\d+(\\.\\d+)+");

  /** A program that the package {@code debianPackage} holds. */
  public static Tool debian(String name, String adds, String debianPackage) {
    return new Tool(name, adds, "Debian: apt-get install " + debianPackage);
  }

  /** Returns the known tool {@code name}, or an unknown tool of this name. */
  public static Tool named(String name) {
    return KNOWN.stream()
        .filter(tool -> tool.name().equals(name))
        .findFirst()
        .orElse(new Tool(name, "", "put it on the PATH"));
  }

  /** Returns where the program is on the PATH. */
  public Optional<Path> find() {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("/usr/bin:/bin");
    return Stream.of(path.split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, name))
        .filter(file -> Files.isExecutable(file) && !Files.isDirectory(file))
        .findFirst();
  }

  /** Returns the version, {@code present} if it shows none, or nothing if it is not there. */
  public Optional<String> state() {
    return find().map(file -> version().orElse("present"));
  }

  /** Returns the version that the program prints. */
  public Optional<String> version() {
    return find()
        .flatMap(file -> ProgramOutput.ifGood(List.of(file.toString(), "--version")))
        .map(VERSION::matcher)
        .filter(Matcher::find)
        .map(Matcher::group);
  }
}
