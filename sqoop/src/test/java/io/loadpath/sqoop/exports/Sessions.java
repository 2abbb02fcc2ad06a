package io.loadpath.sqoop.exports;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.TestServer;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** Sessions of tests that meet an export on its way. */
final class Sessions {
  private Sessions() {}

  /** Something to do at the same time. */
  interface Work {
    void run() throws Exception;
  }

  static Connection open(TestServer test) throws Exception {
    ConnectionInfo server = test.server.connection();
    return DriverManager.getConnection(
        server.jdbcUrl(), server.user(), Files.readString(server.passwordFile()));
  }

  static CompletableFuture<Void> async(Work work) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            work.run();
          } catch (Exception e) {
            throw new CompletionException(e);
          }
        });
  }

  /** Waits until a query returns a text. */
  static void await(TestServer test, String query, String wanted) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    for (String found = test.sql(query); !found.equals(wanted); found = test.sql(query)) {
      assertThat(System.nanoTime()).as("%s: %s, not %s", query, found, wanted).isLessThan(end);
      Thread.sleep(20);
    }
  }
}
