package io.loadpath.benchmarks.needs;

import io.loadpath.engines.service.ProgramOutput;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A program of the system, or a package of its {@code python3}, that some paths use.
 *
 * @param name the program or package
 * @param adds its use here
 * @param howToGet how to get it
 * @param inPython whether it is a Python package
 */
public record Tool(String name, String adds, String howToGet, boolean inPython) {
  private static final String ADBC = "adbc-driver-postgresql==1.13.0 pyarrow==26.0.1";

  /** The tools whose versions are in a record. */
  public static final List<Tool> KNOWN =
      List.of(
          debian("gzip", "inflates the .gz files of external tables", "gzip"),
          debian("igzip", "inflates .gz files several times as fast as gzip", "isal"),
          debian("zstd", "inflates the .zst files of external tables", "zstd"),
          debian("lz4", "inflates the .lz4 files of external tables", "lz4"),
          debian("bzip2", "inflates the .bz2 files of external tables", "bzip2"),
          debian(
              "psql",
              "loads and unloads, for comparison; Sqoop's direct import from PostgreSQL runs it",
              "postgresql-client"),
          debian("pgloader", "loads into PostgreSQL, for comparison", "pgloader"),
          new Tool(
              "sqlplus",
              "runs the SQL of the Oracle paths",
              "comes with Oracle's client: Instant Client, packages Basic and SQL*Plus",
              false),
          new Tool(
              "sqlldr",
              "SQL*Loader, for comparison with Oracle's external tables",
              "comes with Oracle's client: Instant Client, packages Basic and Tools",
              false),
          python("polars", "runs Q1, for comparison with the engines", "polars"),
          python("pyspark", "Spark, for comparison with Sqoop", "pyspark==4.0.1"),
          python("adbc-driver-postgresql", "loads and unloads, for comparison", ADBC),
          python("pyarrow", "reads and writes files for ADBC and ConnectorX", ADBC),
          python("connectorx", "unloads, for comparison", "connectorx==0.4.6 pyarrow==26.0.1"));

  private static final Pattern VERSION = Pattern.compile("\\d+(\\.\\d+)+");

  /** Returns a program from the package {@code debianPackage}. */
  public static Tool debian(String name, String adds, String debianPackage) {
    return new Tool(name, adds, "Debian: apt-get install " + debianPackage, false);
  }

  /** Returns a package of {@code python3}; {@code packages} are those to install. */
  static Tool python(String name, String adds, String packages) {
    return new Tool(name, adds, "python3 -m pip install " + packages, true);
  }

  /** Returns the known tool {@code name}, or an unknown tool of this name. */
  public static Tool named(String name) {
    return KNOWN.stream()
        .filter(tool -> tool.name().equals(name))
        .findFirst()
        .orElse(new Tool(name, "", "put it on the PATH", false));
  }

  /** Returns the program's place on the PATH. */
  public Optional<Path> find() {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("/usr/bin:/bin");
    return Stream.of(path.split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, name))
        .filter(file -> Files.isExecutable(file) && !Files.isDirectory(file))
        .findFirst();
  }

  /** Returns its place as text; it must be installed. */
  public String place() {
    return inPython ? "in python3" : find().orElseThrow().toString();
  }

  /** Returns the version, or {@code present} if it shows none; empty if it is missing. */
  public Optional<String> state() {
    String program = "from importlib.metadata import version; print(version('%s'))".formatted(name);
    return inPython
        ? ProgramOutput.ifGood(List.of("python3", "-c", program))
        : find().map(file -> version().orElse("present"));
  }

  /** Returns why a path that needs the tool cannot run here; empty if the tool is installed. */
  Optional<String> missing() {
    if (inPython ? state().isPresent() : find().isPresent()) {
      return Optional.empty();
    }
    String what = inPython ? "a python3 with " : "the program ";
    return Optional.of("needs " + what + name + ": " + howToGet);
  }

  private Optional<String> version() {
    return find()
        .flatMap(file -> ProgramOutput.ifGood(List.of(file.toString(), "--version")))
        .map(VERSION::matcher)
        .filter(Matcher::find)
        .map(Matcher::group);
  }
}
