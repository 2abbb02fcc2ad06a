package io.loadpath.benchmarks.describe;

import io.loadpath.benchmarks.LoadpathException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Runs SQL of this package in the bundled DuckDB, in a separate JVM with a separate classpath.
 *
 * @param root the project
 * @param folder for files that live as long as the call
 */
record DuckDbScript(Path root, Path folder) {

  /** A script that DuckDB cannot run over a file. */
  static final class FailedException extends Exception {
    private static final long serialVersionUID = 1L;

    FailedException(String message) {
      super(message);
    }
  }

  /**
   * Runs a script and returns the columns of its rows.
   *
   * @param name of a resource of this package
   * @param variables of the script
   */
  List<String[]> rows(String name, Map<String, String> variables) throws FailedException {
    Path engine = root.resolve("engines/duckdb/target");
    if (!Files.isDirectory(engine.resolve("lib"))) {
      throw new LoadpathException(
          "the bundled DuckDB is not in " + engine + ": build the project, or unpack it again");
    }
    try {
      Path script = folder.resolve(name);
      try (InputStream sql = DuckDbScript.class.getResourceAsStream(name)) {
        Files.write(script, sql.readAllBytes());
      }
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(
          List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Xmx128m"));
      command.addAll(
          List.of("-cp", engine.resolve("classes") + ":" + engine.resolve("lib") + "/*"));
      command.add("io.loadpath.engines.duckdb.DuckDb");
      command.add(script.toString());
      variables.forEach((variable, value) -> command.add(variable + "=" + value));
      return run(command);
    } catch (IOException e) {
      throw new LoadpathException("DuckDB cannot be run: " + e.getMessage(), e);
    }
  }

  private List<String[]> run(List<String> command) throws IOException, FailedException {
    Path errors = folder.resolve("errors");
    Process process =
        new ProcessBuilder(command)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectError(errors.toFile())
            .start();
    try (InputStream output = process.getInputStream()) {
      List<String[]> rows =
          new String(output.readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .map(line -> line.split("\\|", -1))
              .toList();
      if (process.waitFor() != 0) {
        throw new FailedException(Files.readString(errors).strip());
      }
      return rows;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      process.destroyForcibly();
    }
  }

  /** Reads a text that a script prints as hex digits; NULL is null. */
  static String text(String hex) {
    return hex.equals("null")
        ? null
        : new String(HexFormat.of().parseHex(hex), StandardCharsets.UTF_8);
  }
}
