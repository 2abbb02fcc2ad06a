package io.loadpath.engines.postgres;

import io.loadpath.engines.postgres.sql.LeadSession;
import io.loadpath.engines.postgres.sql.Script;
import io.loadpath.engines.postgres.sql.SqlRun;
import io.loadpath.engines.postgres.sql.Target;
import io.loadpath.engines.service.FileTree;
import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.StateFolder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A server with its own state folder, which the server's user can enter. */
public final class TestServer {
  public final Path root = Path.of("../..").toAbsolutePath().normalize();
  public final Path state;
  public final PostgresServer server;

  public TestServer() throws IOException {
    state = Files.createTempDirectory("loadpath-postgres-it").toRealPath();
    Owner.mode(state, "rwxr-xr-x");
    Files.createFile(state.resolve(StateFolder.MARKER));
    server = PostgresServer.of(root, state);
  }

  ServerFiles files() {
    return ServerFiles.in(state);
  }

  /** Runs SQL and returns its output; fails if the SQL fails. */
  public String sql(String statements) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (LeadSession session =
        new LeadSession(
            Target.of(server.connection()),
            InputStream.nullInputStream(),
            new PrintStream(out, true),
            System.err)) {
      List<String> failures =
          new SqlRun(List.of(Script.command(statements)), Map.of(), "", List.of()).on(session);
      if (!failures.isEmpty()) {
        throw new AssertionError(failures);
      }
    }
    return out.toString().strip();
  }

  public void delete() throws IOException {
    server.stop();
    FileTree.delete(state);
  }
}
