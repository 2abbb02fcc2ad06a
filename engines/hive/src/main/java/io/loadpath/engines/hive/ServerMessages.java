package io.loadpath.engines.hive;

import java.sql.SQLException;
import org.apache.hive.jdbc.HiveStatement;

/** Copies the server's messages about a statement to standard error while it runs. */
final class ServerMessages {
  private static final long STEP_MILLIS = 200;

  private final HiveStatement statement;
  private final Thread copier = new Thread(this::copyUntilEnd, "messages");
  private volatile boolean ended;

  ServerMessages(HiveStatement statement, boolean silent) {
    this.statement = statement;
    if (!silent) {
      copier.setDaemon(true);
      copier.start();
    }
  }

  private void copyUntilEnd() {
    while (!ended) {
      copy();
      try {
        Thread.sleep(STEP_MILLIS);
      } catch (InterruptedException e) {
        ended = true;
      }
    }
    copy();
  }

  private void copy() {
    try {
      for (String line : statement.getQueryLog()) {
        System.err.println(line);
      }
    } catch (SQLException e) {
      // it has not started, or the server keeps no log of it
    }
  }

  /** Copies the rest. */
  void end() {
    ended = true;
    copier.interrupt();
    try {
      copier.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
