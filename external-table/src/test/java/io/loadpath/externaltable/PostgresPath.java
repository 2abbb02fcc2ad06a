package io.loadpath.externaltable;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Datasets;
import io.loadpath.datasets.Fingerprint;
import io.loadpath.datasets.Progress;
import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.externaltable.Program.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;

/** The path external-table-postgres or its bare one with data, run as the harness runs it. */
final class PostgresPath {
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static final Path PATHS = ROOT.resolve("external-table/paths");

  private String name = "external-table-postgres";
  private ConnectionInfo connection;
  private final Path data;
  private final Path work;
  private final Map<String, String> environment;
  private Fingerprint expected;

  /**
   * A path whose folders are made below a folder that the server can enter.
   *
   * @param data name of the folder of data files
   */
  PostgresPath(Path folder, String data, ConnectionInfo connection, int files, Codec codec)
      throws IOException {
    this.connection = connection;
    this.data = folder.resolve(data);
    this.work = folder.resolve("work");
    Path server = folder.resolve("server");
    for (Path made : List.of(folder, this.data, work, server)) {
      Files.createDirectories(made);
      Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    environment = new HashMap<>(connection.environment());
    environment.put("PATH", System.getenv("PATH"));
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("LOADPATH_ROOT", ROOT.toString());
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

  /** Goes on with a server that was started anew, at another port. */
  void connect(ConnectionInfo server) {
    connection = server;
    environment.putAll(server.environment());
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
    return new Program(List.of(PATHS.resolve(name).resolve(step).toString()), environment, work);
  }

  /** Runs statements. */
  void execute(String sql) throws SQLException, IOException {
    try (Connection session = session()) {
      session.createStatement().execute(sql);
    }
  }

  private Connection session() throws SQLException, IOException {
    String password = Files.readString(connection.passwordFile());
    return DriverManager.getConnection(connection.jdbcUrl(), connection.user(), password);
  }

  /** The rows of a query, '|' between the columns. */
  List<String> query(String sql) throws SQLException, IOException {
    try (Connection session = session();
        ResultSet result = session.createStatement().executeQuery(sql)) {
      List<String> rows = new ArrayList<>();
      while (result.next()) {
        StringJoiner row = new StringJoiner("|");
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          row.add(Objects.requireNonNullElse(result.getString(i), "NULL"));
        }
        rows.add(row.toString());
      }
      return rows;
    }
  }
}
