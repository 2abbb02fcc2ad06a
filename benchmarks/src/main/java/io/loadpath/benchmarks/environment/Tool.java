package io.loadpath.benchmarks.environment;

import io.loadpath.benchmarks.proc.ProgramOutput;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
 * @param debianPackage the Debian package that holds it
 */
public record Tool(String name, String adds, String debianPackage) {
  /** The programs whose versions a record keeps. */
  public static final List<Tool> KNOWN =
      List.of(
          new Tool("gzip", "inflates the .gz files of external tables", "gzip"),
          new Tool("igzip", "inflates .gz files several times as fast as gzip does", "isal"),
          new Tool("psql", "Sqoop's direct import from PostgreSQL runs it", "postgresql-client"));

  private static final Pattern VERSION = Pattern.compile("\\d+(\\.\\d+)+");
  private static final Duration LIMIT = Duration.ofSeconds(10);

  /** Returns the known tool {@code name}, or one of which only the name is known. */
  public static Tool named(String name) {
    return KNOWN.stream()
        .filter(tool -> tool.name().equals(name))
        .findFirst()
        .orElse(new Tool(name, "", ""));
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

  /** Returns the version that the program prints. */
  public Optional<String> version() {
    return find()
        .flatMap(file -> ProgramOutput.ifGood(List.of(file.toString(), "--version"), LIMIT))
        .map(VERSION::matcher)
        .filter(Matcher::find)
        .map(Matcher::group);
  }

  /** Returns how to get the program. */
  public String howToGet() {
    return debianPackage.isEmpty()
        ? "put it on the PATH"
        : "Debian: apt-get install " + debianPackage;
  }
}
