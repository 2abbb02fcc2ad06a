package io.loadpath.sqoop.exports;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.TestServer;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Sessions of tests that meet an export on its way. */
final class Sessions {
  private Sessions() {}

  /** Something to do at the same time. */
  interface Work {
    void run() throws Exception;
  }

  static Connection open(TestServer test) throws Exception {
    ConnectionInfo server = test.server.connection();
    return open(test, server.user(), Files.readString(server.passwordFile()));
  }

  static Connection open(TestServer test, String user, String password) throws Exception {
    return DriverManager.getConnection(test.server.connection().jdbcUrl(), user, password);
  }

  static CompletableFuture<Void> async(Work work) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            work.run();
          } catch (Exception e) {
            throw new CompletionException(e);
          }
        },
        task -> new Thread(task, "test session").start()); // the common pool may be full
  }
}
