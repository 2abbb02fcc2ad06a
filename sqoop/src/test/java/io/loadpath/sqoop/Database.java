package io.loadpath.sqoop;

import static io.loadpath.sqoop.Program.ROOT;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.PostgresServer;
import io.loadpath.engines.postgres.sql.LeadSession;
import io.loadpath.engines.postgres.sql.Script;
import io.loadpath.engines.postgres.sql.SqlRun;
import io.loadpath.engines.postgres.sql.Target;
import io.loadpath.engines.service.StateFolder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/** The bundled server, started once for all tests, with folders that it can enter. */
final class Database implements BeforeAllCallback {
  private static Path folder;
  private static PostgresServer server;
  private static int count;

  @Override
  public void beforeAll(ExtensionContext context) {
    context
        .getRoot()
        .getStore(Namespace.create(Database.class))
        .getOrComputeIfAbsent("server", key -> start());
  }

  private static ExtensionContext.Store.CloseableResource start() {
    try {
      // not the test's temporary folder: the server's user must be able to enter it
      folder = Files.createTempDirectory(Path.of("/var/tmp"), "loadpath-sqoop-");
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
      Files.createDirectories(temporaryFiles());
      Files.createFile(temporaryFiles().resolveSibling(StateFolder.MARKER));
      server = PostgresServer.of(ROOT, folder.resolve("state"));
      server.start();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return Database::stop;
  }

  private static void stop() throws IOException {
    server.close();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  static ConnectionInfo connection() {
    return server.connection();
  }

  /** A new folder that the server can enter. */
  static Path newFolder() throws IOException {
    Path made = Files.createDirectory(folder.resolve("test" + ++count));
    Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwxr-xr-x"));
    return made;
  }

  /** The environment of a load path: the database, the project and the folder for state. */
  static Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>(connection().environment());
    environment.put("LOADPATH_ROOT", ROOT.toString());
    environment.put("LOADPATH_STATE", folder.resolve("sqoop-state").toString());
    return environment;
  }

  /** The folder in which bin/sqoop keeps the temporary files of a run. */
  static Path temporaryFiles() {
    return folder.resolve("sqoop-state/tmp");
  }

  /** Runs a statement, and returns what psql -At would print. */
  static String sql(String statement) {
    return sql(Map.of(), Script.command(statement));
  }

  /** Runs scripts with psql's variables in one session, and returns what psql -At would print. */
  static String sql(Map<String, String> variables, Script... scripts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (LeadSession session =
        new LeadSession(
            Target.of(connection()),
            InputStream.nullInputStream(),
            new PrintStream(out, true, UTF_8),
            System.err)) {
      List<String> failures = new SqlRun(List.of(scripts), variables, "", List.of()).on(session);
      if (!failures.isEmpty()) {
        throw new IllegalStateException(failures.toString());
      }
    }
    return out.toString(UTF_8);
  }
}
