package io.loadpath.sqoop.exports;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.TestServer;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.concurrent.CompletableFuture;

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
    CompletableFuture<Void> done = new CompletableFuture<>();
    async(work, done);
    return done;
  }

  /** Runs work in a thread of its own. */
  static void async(Work work, CompletableFuture<Void> done) {
    Runnable run =
        () -> {
          try {
            work.run();
            done.complete(null);
          } catch (Throwable e) {
            done.completeExceptionally(e);
          }
        };
    new Thread(run, "test session").start();
  }
}
