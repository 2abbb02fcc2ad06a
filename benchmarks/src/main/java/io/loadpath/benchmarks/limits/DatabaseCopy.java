package io.loadpath.benchmarks.limits;

import io.loadpath.benchmarks.record.Limit;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How fast the database takes the dataset's rows in when nothing is in its way: one session for
 * each core, each with a server-side {@code COPY … FROM file}, into a logged table with the paths'
 * column types, committed.
 *
 * <p>The rows lie ready in PostgreSQL's binary format, made before the clock starts: neither the
 * server nor a client parses text, and there is no '|' after the last field, which COPY of text
 * refuses. It is tried into one table that was there before (its rows go through the write-ahead
 * log), and into a table for each session that is made in the same transaction (no log, but an
 * fsync of the table); the faster way is the limit. So a path that sends binary rows, or makes its
 * table and fills it in one transaction, does not pass it.
 *
 * @param folder for files that the server reads
 */
record DatabaseCopy(ProbeThreads threads, ProbeSchema schema, Path folder, ProbeTarget target)
    implements Probe {
  static final String NAME = "database-copy";

  private static final int MOST_SESSIONS = 1000; // the server takes 1050
  private static final long MOST_TEXT_BYTES_OF_SESSION = 64_000_000;
  private static final long MOST_TEXT_BYTES = 2_048_000_000;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Limit run() throws IOException, SQLException {
    try {
      schema.make();
      int sessions = Math.min(threads.cores(), MOST_SESSIONS);
      StagedRows rows =
          StagedRows.make(
              threads,
              schema,
              folder,
              target,
              sessions,
              Math.min(MOST_TEXT_BYTES, sessions * MOST_TEXT_BYTES_OF_SESSION));
      List<Long> shared = threads.trials(() -> copy(rows, false));
      List<Long> own = threads.trials(() -> copy(rows, true));
      boolean ownIsFaster = Collections.min(own) < Collections.min(shared);
      return new Limit(
          NAME,
          "COPY of binary rows of %s into %s, one session for each core"
              .formatted(
                  target.dataset(),
                  ownIsFaster ? "tables made in the same transaction" : "one table"),
          sessions,
          target.dataset(),
          rows.textBytes(),
          ownIsFaster ? own : shared);
    } finally {
      schema.drop();
    }
  }

  private long copy(StagedRows rows, boolean own) throws IOException, SQLException {
    String columns = ProbeSchema.columns(target.table());
    List<Connection> sessions = new ArrayList<>();
    try (Connection before = schema.connect()) {
      ProbeSchema.execute(before, createTable("shared", columns));
      ProbeSchema.execute(before, "CHECKPOINT");
      AtomicLong copied = new AtomicLong();
      List<Callable<Void>> copies = new ArrayList<>();
      for (int i = 0; i < rows.files().size(); i++) {
        Connection session = schema.connect();
        sessions.add(session);
        session.setAutoCommit(false);
        String file = rows.files().get(i).toString();
        String table = own ? "own_" + i : "shared";
        copies.add(
            () -> {
              if (own) {
                ProbeSchema.execute(session, createTable(table, columns));
              }
              copied.addAndGet(copy(session, table, file));
              session.commit();
              return null;
            });
      }
      long nanos = threads.nanos(copies);
      if (copied.get() != rows.rows()) {
        throw new SQLException("COPY took %d rows of %d".formatted(copied.get(), rows.rows()));
      }
      for (int i = 0; own && i < rows.files().size(); i++) {
        ProbeSchema.execute(before, dropTable("own_" + i));
      }
      ProbeSchema.execute(before, dropTable("shared"));
      return nanos;
    } finally {
      for (Connection session : sessions) {
        session.abort(Runnable::run); // also one that is still at work when the run is stopped
      }
    }
  }

  private static String createTable(String table, String columns) {
    return "CREATE TABLE %s.%s (%s)".formatted(ProbeSchema.NAME, table, columns);
  }

  private static String dropTable(String table) {
    return "DROP TABLE %s.%s".formatted(ProbeSchema.NAME, table);
  }

  private static long copy(Connection session, String table, String file) throws SQLException {
    String sql =
        "COPY %s.%s FROM '%s' (FORMAT binary)"
            .formatted(ProbeSchema.NAME, table, file.replace("'", "''"));
    try (Statement statement = session.createStatement()) {
      return statement.executeLargeUpdate(sql);
    }
  }
}
