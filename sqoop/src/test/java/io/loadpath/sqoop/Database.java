package io.loadpath.sqoop;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;

/** The bundled server, started once for all tests. */
final class Database implements BeforeAllCallback {
  static TestServer server;

  @Override
  public void beforeAll(ExtensionContext context) {
    context
        .getRoot()
        .getStore(Namespace.GLOBAL)
        .getOrComputeIfAbsent(Database.class, key -> start());
  }

  private static CloseableResource start() {
    try {
      server = TestServer.started();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return server::delete;
  }

  static ConnectionInfo connection() {
    return server.server.connection();
  }

  /** The environment of a load path: the database, the project and the folder for state. */
  static Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>(connection().environment());
    environment.put("LOADPATH_ROOT", Program.ROOT.toString());
    environment.put("LOADPATH_STATE", server.state.toString());
    return environment;
  }

  /** The folder in which bin/sqoop keeps the temporary files of a run. */
  static Path temporaryFiles() {
    return server.state.resolve("tmp");
  }
}
