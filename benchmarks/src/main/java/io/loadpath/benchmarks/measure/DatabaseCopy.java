package io.loadpath.benchmarks.measure;

import io.loadpath.benchmarks.record.Limit;
import io.loadpath.datasets.Manifest;
import io.loadpath.rows.Column;
import io.loadpath.tables.scripts.CopyFormat;
import io.loadpath.tables.scripts.Dialect;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyManager;

/**
 * Probes how fast the database can take in the dataset's rows: one session for each core, each with
 * a COPY and a commit, into a logged table with the paths' column types. The server reads the rows
 * from files where it can, otherwise the sessions send them.
 *
 * <p>The rows are in PostgreSQL's binary format, made before the clock starts. So neither the
 * server nor a client parses text, and no '|' follows the last field, which COPY of text refuses.
 * Two ways are tried, and the faster one is the limit: into one existing table, whose rows go
 * through the write-ahead log; and into a table for each session that the same transaction creates,
 * without a log but with an fsync of the table. So no path is faster, even if it sends binary rows
 * or creates and fills its table in one transaction.
 *
 * @param folder for files that the server reads
 */
record DatabaseCopy(Trials trials, ProbeServer server, Path folder, ProbeTarget target) {
  static final String NAME = "database-copy";

  private static final String STAGED = ProbeServer.TABLE_PREFIX + "staged";
  private static final String SHARED = ProbeServer.TABLE_PREFIX + "shared";
  private static final String OWN = ProbeServer.TABLE_PREFIX + "own_";
  private static final int MOST_SESSIONS = 1000; // the server takes 1050
  private static final long MOST_TEXT_BYTES_OF_SESSION = 64_000_000;
  private static final long MOST_TEXT_BYTES = 2_048_000_000;
  private static final int BLOCK_BYTES = 1 << 16;

  Limit run() throws IOException, SQLException {
    int sessions = Math.min(trials.cores(), MOST_SESSIONS);
    try {
      long most = Math.min(MOST_TEXT_BYTES, sessions * MOST_TEXT_BYTES_OF_SESSION);
      Rows rows = stage(sessions, Math.min(most, server.mostBytesOfTrial()));
      List<Long> shared = trials.trials(() -> copy(rows, false));
      List<Long> own = trials.trials(() -> copy(rows, true));
      boolean ownIsFaster = Collections.min(own) < Collections.min(shared);
      return new Limit(
          NAME,
          "COPY of binary rows of %s%s into %s, one session for each core"
              .formatted(
                  target.dataset(),
                  rows.sent() ? ", sent by the client," : "",
                  ownIsFaster ? "tables made in the same transaction" : "one table"),
          sessions,
          target.dataset(),
          rows.textBytes(),
          ownIsFaster ? own : shared);
    } finally {
      server.dropTables();
    }
  }

  private static void execute(Connection session, String sql) throws SQLException {
    try (Statement statement = session.createStatement()) {
      statement.execute(sql);
    }
  }

  private static long count(Connection session, String query) throws SQLException {
    try (Statement statement = session.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      result.next();
      return result.getLong(1);
    }
  }

  /** Returns {@code text} of each column of the table, separated by commas. */
  private String columns(Function<Column, String> text) {
    return target.table().columns().stream().map(text).collect(Collectors.joining(", "));
  }

  /** Returns the definition of the columns, in the types that the paths use. */
  private String definition() {
    return columns(
        column ->
            "%s %s%s"
                .formatted(
                    Dialect.POSTGRES.name(column.name()),
                    Dialect.POSTGRES.type(column.type()),
                    column.nullable() ? "" : " NOT NULL"));
  }

  private long copy(Rows rows, boolean own) throws IOException, SQLException {
    String columns = definition();
    List<String> tables = new ArrayList<>();
    List<Connection> sessions = new ArrayList<>();
    try (Connection before = server.connect()) {
      if (!own) {
        execute(before, createTable(SHARED, columns));
      }
      server.checkpoint(before);
      AtomicLong copied = new AtomicLong();
      List<Callable<Void>> copies = new ArrayList<>();
      for (Path file : rows.files()) {
        Connection session = server.connect();
        sessions.add(session);
        session.setAutoCommit(false);
        String table = own ? OWN + sessions.size() : SHARED;
        tables.add(table);
        copies.add(
            () -> {
              if (own) {
                execute(session, createTable(table, columns));
              }
              copied.addAndGet(
                  rows.sent() ? send(session, table, file) : copy(session, table, file));
              session.commit();
              return null;
            });
      }
      long nanos = trials.nanos(copies);
      if (copied.get() != rows.rows()) {
        throw new SQLException("COPY took %d rows of %d".formatted(copied.get(), rows.rows()));
      }
      execute(before, "DROP TABLE " + String.join(", ", own ? tables : List.of(SHARED)));
      return nanos;
    } finally {
      for (Connection session : sessions) {
        session.abort(Runnable::run); // even if it still works when the run is stopped
      }
    }
  }

  private static String createTable(String table, String columns) {
    return "CREATE TABLE %s (%s)".formatted(table, columns);
  }

  private static long copy(Connection session, String table, Path file) throws SQLException {
    String name = file.toString().replace("'", "''");
    try (Statement statement = session.createStatement()) {
      return statement.executeLargeUpdate(
          "COPY %s FROM '%s' (FORMAT binary)".formatted(table, name));
    }
  }

  private static long send(Connection session, String table, Path file)
      throws IOException, SQLException {
    try (InputStream rows = Files.newInputStream(file)) {
      return copyManager(session)
          .copyIn("COPY %s FROM STDIN (FORMAT binary)".formatted(table), rows, BLOCK_BYTES);
    }
  }

  private static CopyManager copyManager(Connection session) throws SQLException {
    return session.unwrap(PGConnection.class).getCopyAPI();
  }

  /**
   * Rows of the dataset as files of about the same size in PostgreSQL's binary format, one for each
   * session.
   *
   * @param files the files
   * @param rows rows in all files
   * @param textBytes bytes of the same rows as text
   * @param sent whether the sessions send the rows, because the server cannot read the files
   */
  record Rows(List<Path> files, long rows, long textBytes, boolean sent) {}

  /**
   * Stages a file for each session. The database makes them: it reads the text into a table, and
   * copies ranges of its pages out.
   *
   * @param mostTextBytes maximum bytes of text; of a larger dataset, the beginning of each file is
   *     staged
   */
  Rows stage(int sessions, long mostTextBytes) throws IOException, SQLException {
    try (Connection session = server.connect()) {
      String more =
          target.table().format().delimiterAfterLast() ? ", after_last_delimiter text" : "";
      execute(session, "CREATE UNLOGGED TABLE %s (%s%s)".formatted(STAGED, definition(), more));
      AtomicLong textBytes = new AtomicLong();
      trials.nanos(readers(mostTextBytes, textBytes));
      long rows = count(session, "SELECT count(*) FROM " + STAGED);
      long pages =
          count(
              session,
              "SELECT pg_relation_size('%s') / current_setting('block_size')::bigint"
                  .formatted(STAGED));
      List<Path> files = new ArrayList<>();
      List<Callable<Void>> writers = new ArrayList<>();
      for (int i = 0; i < sessions; i++) {
        Path file = folder.resolve("rows-%d.binary".formatted(i));
        files.add(file);
        long from = pages * i / sessions;
        long to = pages * (i + 1) / sessions;
        writers.add(() -> write(from, to, file));
      }
      trials.nanos(writers);
      return new Rows(files, rows, textBytes.get(), !readByServer(session));
    }
  }

  /** Whether the server reads files of this machine: it tries a binary file without rows. */
  private boolean readByServer(Connection session) throws IOException {
    Path file = folder.resolve("empty.binary");
    try (OutputStream out = Files.newOutputStream(file)) {
      copyManager(session).copyOut("COPY (SELECT WHERE false) TO STDOUT (FORMAT binary)", out);
      copy(session, STAGED, file);
      return true;
    } catch (SQLException e) {
      return false;
    }
  }

  private List<Callable<Void>> readers(long mostTextBytes, AtomicLong textBytes) {
    List<Manifest.DataFile> parts = target.manifest().files();
    long most = Math.max(BLOCK_BYTES, mostTextBytes / parts.size());
    List<Callable<Void>> readers = new ArrayList<>();
    for (int i = 0; i < Math.min(trials.cores(), parts.size()); i++) {
      int first = i;
      readers.add(
          () -> {
            try (Connection session = server.connect()) {
              for (int j = first; j < parts.size(); j += trials.cores()) {
                Path part = target.folder().resolve(parts.get(j).name());
                textBytes.addAndGet(send(session, part, most));
              }
            }
            return null;
          });
    }
    return readers;
  }

  /** Sends whole lines, at most {@code most} bytes; returns the number of bytes. */
  private long send(Connection session, Path part, long most) throws IOException, SQLException {
    CopyFormat format = new CopyFormat(target.table().format());
    execute(session, "SET datestyle TO 'ISO, %s'".formatted(format.dateOrder()));
    CopyIn copy =
        copyManager(session)
            .copyIn("COPY %s FROM STDIN (%s)".formatted(STAGED, format.copyOptions()));
    byte[] block = new byte[BLOCK_BYTES];
    long sent = 0;
    boolean more = true;
    try (InputStream file = Files.newInputStream(part);
        InputStream text = target.gzip() ? new GZIPInputStream(file, BLOCK_BYTES) : file) {
      while (more) {
        int length = text.readNBytes(block, 0, block.length);
        more = length > 0 && sent + length < most;
        while (!more && length > 0 && block[length - 1] != '\n') {
          length--;
        }
        copy.writeToCopy(block, 0, length);
        sent += length;
      }
    }
    copy.endCopy();
    return sent;
  }

  private Void write(long fromPage, long toPage, Path file) throws IOException, SQLException {
    String copy =
        "COPY (SELECT %s FROM %s WHERE ctid >= '(%d,0)' AND ctid < '(%d,0)') TO STDOUT (FORMAT binary)"
            .formatted(
                columns(column -> Dialect.POSTGRES.name(column.name())), STAGED, fromPage, toPage);
    try (Connection session = server.connect();
        OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      copyManager(session).copyOut(copy, out);
    }
    return null;
  }
}
