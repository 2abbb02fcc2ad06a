package io.loadpath.externaltable;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Datasets;
import io.loadpath.datasets.Fingerprint;
import io.loadpath.datasets.Progress;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.postgres.sql.Script;
import io.loadpath.externaltable.Program.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The path external-table-postgres or its bare one with data, run as the harness runs it. */
final class PostgresPath {
  private final TestServer test;
  private final Path data;
  private final Path work;
  private final Map<String, String> environment = new HashMap<>();
  private String name = "external-table-postgres";
  private Fingerprint expected;

  /**
   * A path with folders that the server can enter.
   *
   * @param data name of the folder of data files
   */
  PostgresPath(TestServer test, String data, int files, Codec codec) throws IOException {
    this.test = test;
    Path folder = test.newFolder();
    this.data = folder.resolve(data);
    this.work = folder.resolve("work");
    Path server = folder.resolve("server");
    for (Path made : List.of(this.data, work, server)) {
      Files.createDirectories(made);
      Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    environment.put("PATH", System.getenv("PATH"));
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("LOADPATH_ROOT", test.root.toString());
    environment.put("LOADPATH_DATA", this.data.toString());
    environment.put("LOADPATH_WORK", work.toString());
    environment.put("LOADPATH_SERVER_DIR", server.toString());
    environment.put("LOADPATH_PARAM_FILES", Integer.toString(files));
    environment.put("LOADPATH_PARAM_CODEC", codec.toString());
  }

  /** Names the path to run. */
  PostgresPath called(String path) {
    name = path;
    return this;
  }

  /** Sets a parameter. */
  PostgresPath set(String parameter, Object value) {
    String name = "LOADPATH_PARAM_" + parameter.toUpperCase(Locale.ROOT).replace('-', '_');
    environment.put(name, value.toString());
    return this;
  }

  /** Sets a variable of the environment. */
  void variable(String name, String value) {
    environment.put(name, value);
  }

  /** Makes the data. */
  PostgresPath with(long rows) throws IOException {
    int files = Integer.parseInt(environment.get("LOADPATH_PARAM_FILES"));
    Codec codec = Codec.of(environment.get("LOADPATH_PARAM_CODEC"));
    expected =
        Datasets.allCardTrans(rows, files, codec).prepare(data, Progress.silent()).fingerprint();
    return this;
  }

  /** Digest of the generated rows. */
  Fingerprint expected() {
    return expected;
  }

  /** A data file. */
  Path part(int number) throws IOException {
    try (var files = Files.list(data)) {
      String prefix = String.format("part-%05d", number);
      return files
          .filter(file -> file.getFileName().toString().startsWith(prefix))
          .findFirst()
          .orElseThrow();
    }
  }

  /** Puts lines behind those of a data file without compression. */
  void append(int number, String lines) throws IOException {
    Files.writeString(part(number), lines, ISO_8859_1, StandardOpenOption.APPEND);
  }

  /** The preprocessor that the server calls. */
  Path preprocessor() throws IOException {
    return Path.of(Files.readString(work.resolve("preprocessor")).strip());
  }

  /** The bad file, line by line. */
  List<String> rejected() throws IOException {
    return Files.readAllLines(work.resolve("rejected.csv"));
  }

  /** The folder of the data files. */
  Path data() {
    return data;
  }

  /** Runs a step to its end. */
  Outcome step(String name) throws IOException, InterruptedException {
    return program(name).run();
  }

  /** Starts a step. */
  Process start(String name) throws IOException {
    return program(name).start();
  }

  private Program program(String step) {
    environment.putAll(test.server.connection().environment());
    Path executable = test.root.resolve("external-table/paths").resolve(name).resolve(step);
    return new Program(List.of(executable.toString()), environment, work);
  }

  String schema() {
    return name.replace('-', '_');
  }

  /** Digest of the loaded rows. */
  Fingerprint loaded() throws IOException {
    String script = "datasets/sql/fingerprint-all-card-trans-postgres.sql";
    String json =
        test.run(
            Map.of("table", "all_card_trans"),
            Script.command("SET search_path TO " + schema()),
            Script.file(test.root.resolve(script).toString()));
    return Fingerprint.fromJson(new ObjectMapper().readTree(json));
  }

  /** Runs a step that succeeds, and gives what it prints. */
  String succeed(String step) throws IOException, InterruptedException {
    Outcome outcome = step(step);
    assertThat(outcome.exitCode()).as(step + ": " + outcome.err()).isZero();
    return outcome.text();
  }

  /** The rows of a query, '|' between the columns. */
  List<String> query(String sql) {
    return test.sql(sql).lines().toList();
  }
}
