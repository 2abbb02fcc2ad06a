package io.loadpath.loads.exports;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.loads.Sql;
import io.loadpath.loads.exports.ExportPlan.Way;
import io.loadpath.loads.exports.Ledger.Identity;
import io.loadpath.loads.exports.Ledger.State;
import io.loadpath.loads.exports.Ledger.Task;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Sessions of tests that meet an export on its way. */
final class Sessions {
  static final Identity SOURCE = new Identity("", "files of the dead export");

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

  /**
   * Leaves an export whose tasks have prepared a row each, and which will be committed.
   *
   * @param unnumbered names of the target, which has the columns of {@code (1, 'x')}
   */
  static ExportNames committing(Connection session, ExportNames unnumbered, int tasks)
      throws Exception {
    int export = new Ledger(session, unnumbered).begin(Way.TWO_PHASE, SOURCE, "local");
    ExportNames names = unnumbered.withExport(export);
    Ledger ledger = new Ledger(session, names);
    session.setAutoCommit(false);
    for (int task = 0; task < tasks; task++) {
      Sql.run(session, "INSERT INTO %s VALUES (%d, 'x')".formatted(names.target(), task));
      long transaction = Long.parseLong(Sql.value(session, "SELECT txid_current()"));
      Sql.run(session, "PREPARE TRANSACTION '" + names.transactionName(task, 0) + "'");
      ledger.add(new Task(task, 0, transaction, 1, 4, 1, 0, 0, List.of("f"), List.of(), List.of()));
      session.commit();
    }
    session.setAutoCommit(true);
    ledger.setState(State.COMMITTING);
    return names;
  }
}
