package io.loadpath.sqoop;

import io.loadpath.engines.postgres.ConnectionInfo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.sqoop.Sqoop;

/**
 * Jobs of Sqoop in this JVM, with the connector.
 *
 * @param exitCode Sqoop's
 * @param log what the job logged, from INFO on
 */
record SqoopJob(int exitCode, String log) {
  private static final String FACTORIES =
      "-Dsqoop.connection.factories=io.loadpath.sqoop.PostgresManagerFactory,"
          + "org.apache.sqoop.manager.oracle.OraOopManagerFactory,"
          + "org.apache.sqoop.manager.DefaultManagerFactory";

  private static final String SNAPSHOT_TAKEN = "Mappers read snapshot";

  /** Imports with {@code --direct}, as the shared server's user unless the arguments name one. */
  static SqoopJob imports(Path target, List<String> arguments) throws IOException {
    return imports(target, arguments, () -> {});
  }

  /**
   * Like {@link #imports(Path, List)}.
   *
   * @param inSnapshot runs when the job has its snapshot, and before a mapper starts
   */
  static SqoopJob imports(Path target, List<String> arguments, Runnable inSnapshot)
      throws IOException {
    List<String> files = new ArrayList<>();
    files.addAll(List.of("--temporary-rootdir", Database.server().newFolder().toString()));
    if (!arguments.contains("--warehouse-dir")) {
      files.addAll(List.of("--target-dir", target.toString()));
    }
    return run(direct("import", files, arguments), inSnapshot);
  }

  /** Like {@link #imports(Path, List)}, but exports a folder's files. */
  static SqoopJob exports(Path files, List<String> arguments) throws IOException {
    return run(direct("export", List.of("--export-dir", files.toString()), arguments));
  }

  private static List<String> direct(String tool, List<String> files, List<String> arguments) {
    ConnectionInfo connection = Database.connection();
    // Hadoop's own options come first, and those of the connector last
    int first = (int) arguments.stream().takeWhile(argument -> argument.startsWith("-D")).count();
    List<String> all = new ArrayList<>(List.of(tool, FACTORIES));
    all.addAll(arguments.subList(0, first));
    all.add("--direct");
    if (!arguments.contains("--connect")) {
      all.addAll(List.of("--connect", connection.jdbcUrl()));
    }
    if (!arguments.contains("--username")) {
      all.addAll(List.of("--username", connection.user()));
      all.addAll(List.of("--password-file", "file://" + connection.passwordFile()));
    }
    all.addAll(files);
    all.addAll(arguments.subList(first, arguments.size()));
    return all;
  }

  /** Runs Sqoop with just these arguments. */
  static SqoopJob run(List<String> arguments) throws IOException {
    return run(arguments, () -> {});
  }

  private static SqoopJob run(List<String> arguments, Runnable inSnapshot) throws IOException {
    Consumer<String> listener =
        message -> {
          if (message.startsWith(SNAPSHOT_TAKEN)) {
            inSnapshot.run();
          }
        };
    try (JobLog log = new JobLog(listener)) {
      int exitCode = Sqoop.runTool(arguments.toArray(String[]::new), configuration());
      return new SqoopJob(exitCode, log.text());
    }
  }

  private static Configuration configuration() throws IOException {
    Path temporary = Database.server().newFolder();
    Configuration conf = new Configuration();
    conf.set("fs.defaultFS", "file:///");
    conf.set("hadoop.tmp.dir", temporary.toString());
    conf.set("mapreduce.framework.name", "local");
    conf.set("mapreduce.jobtracker.address", "local");
    conf.set("mapreduce.jobtracker.staging.root.dir", temporary + "/staging");
    conf.setInt("mapreduce.local.map.tasks.maximum", 2);
    conf.setInt("mapreduce.client.completion.pollinterval", 5);
    conf.setInt("mapreduce.client.progressmonitor.pollinterval", 5);
    return conf;
  }

  /** The job itself, if it succeeded. */
  SqoopJob ok() {
    if (exitCode != 0) {
      throw new AssertionError(log);
    }
    return this;
  }

  /** The job itself, if it failed. */
  SqoopJob failed() {
    if (exitCode == 0) {
      throw new AssertionError(log);
    }
    return this;
  }

  /** The text of each file of an import, by name. */
  static Map<String, String> files(Path folder) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> parts = Files.list(folder)) {
      for (Path part : parts.filter(p -> p.getFileName().toString().startsWith("part-")).toList()) {
        files.put(part.getFileName().toString(), Files.readString(part, StandardCharsets.UTF_8));
      }
    }
    return files;
  }

  /** All rows of an import, also empty ones, sorted. */
  static List<String> rows(Path folder) throws IOException {
    return files(folder).values().stream()
        .flatMap(text -> Arrays.stream(text.split("(?<=\n)")))
        .filter(row -> !row.isEmpty())
        .map(row -> row.endsWith("\n") ? row.substring(0, row.length() - 1) : row)
        .sorted()
        .collect(Collectors.toList());
  }
}
