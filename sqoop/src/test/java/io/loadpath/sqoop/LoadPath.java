package io.loadpath.sqoop;

import static io.loadpath.engines.service.Program.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.Program.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** One of this module's load paths with a set of data, run as the harness runs it. */
final class LoadPath {
  /** The schema of a run, in which paths make everything. */
  static final String SCHEMA = "loadpath_run_tests";

  private final Path steps;
  private final Path data;
  private final Path work;
  private final Map<String, String> environment = Database.environment();

  LoadPath(String name, int mappers) throws IOException {
    steps = ROOT.resolve("sqoop/paths").resolve(name);
    data = Database.server().newFolder();
    work = Database.server().newFolder();
    Database.server()
        .sql(
            "CREATE SCHEMA IF NOT EXISTS %s; COMMENT ON SCHEMA %1$s IS 'Loadpath: made for a run, and dropped at its end'"
                .formatted(SCHEMA));
    environment.put("LOADPATH_SCHEMA", SCHEMA);
    environment.put("PGOPTIONS", "-c search_path=" + SCHEMA);
    environment.merge("LOADPATH_JDBC_URL", "&currentSchema=" + SCHEMA, String::concat);
    environment.put("LOADPATH_DATA", data.toString());
    environment.put("LOADPATH_WORK", work.toString());
    environment.put("LOADPATH_PARAM_MAPPERS", Integer.toString(mappers));
  }

  /** Writes any text as the first file. */
  void write(String text) throws IOException {
    Files.writeString(file(), text);
  }

  /** The first data file. */
  Path file() {
    return data.resolve("part-00000.tbl");
  }

  /** Sets a variable for the steps to come. */
  LoadPath with(String name, String value) {
    environment.put(name, value);
    return this;
  }

  Outcome step(String name) {
    return Program.in(work, steps.resolve(name).toString()).set(environment).run();
  }

  Outcome succeed(String step) {
    Outcome outcome = step(step);
    assertThat(outcome.exitCode()).as(step + ": " + outcome.all()).isZero();
    return outcome;
  }

  /** What {@code verify} prints. */
  JsonNode verify() throws IOException {
    return new ObjectMapper().readTree(succeed("verify").out());
  }

  /** The folder that an import fills. */
  Path imported() {
    return work.resolve("imported");
  }

  /** Lists the files in the run's folder. */
  List<String> left() throws IOException {
    try (var files = Files.list(work)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
