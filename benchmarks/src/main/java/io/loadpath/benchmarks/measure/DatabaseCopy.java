package io.loadpath.benchmarks.measure;

import io.loadpath.benchmarks.record.Limit;
import io.loadpath.datasets.Manifest;
import io.loadpath.engines.postgres.ConnectionInfo;
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
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * Probes how fast the database can take in the dataset's rows: one session for each core, each with
 * a server-side {@code COPY … FROM file} and a commit, into a logged table with the paths' column
 * types.
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
record DatabaseCopy(Trials trials, ConnectionInfo server, Path folder, ProbeTarget target) {
  static final String NAME = "database-copy";

  /** The schema of all tables. Its name is fixed, so that the next run finds leftover tables. */
  private static final String SCHEMA = "loadpath_limits";

  private static final String SESSION_NAME = "loadpath-limits";
  private static final int MOST_SESSIONS = 1000; // the server takes 1050
  private static final long MOST_TEXT_BYTES_OF_SESSION = 64_000_000;
  private static final long MOST_TEXT_BYTES = 2_048_000_000;
  private static final int BLOCK_BYTES = 1 << 16;

  Limit run() throws IOException, SQLException {
    int sessions = Math.min(trials.cores(), MOST_SESSIONS);
    try {
      Rows rows = stage(sessions, Math.min(MOST_TEXT_BYTES, sessions * MOST_TEXT_BYTES_OF_SESSION));
      List<Long> shared = trials.trials(() -> copy(rows, false));
      List<Long> own = trials.trials(() -> copy(rows, true));
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
      drop(server);
    }
  }

  /** Opens a session that {@link #drop} ends if it is still open. */
  static Connection connect(ConnectionInfo server) throws SQLException, IOException {
    Properties properties = new Properties();
    properties.setProperty("user", server.user());
    properties.setProperty("password", Files.readString(server.passwordFile()));
    properties.setProperty("ApplicationName", SESSION_NAME);
    properties.setProperty("currentSchema", SCHEMA);
    return DriverManager.getConnection(server.jdbcUrl(), properties);
  }

  /** Ends the sessions of probes, and drops their tables. */
  static void drop(ConnectionInfo server) throws SQLException, IOException {
    try (Connection session = connect(server)) {
      execute(
          session,
          """
          SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
          WHERE application_name = '%s' AND pid <> pg_backend_pid()
          """
              .formatted(SESSION_NAME));
      execute(session, "SET client_min_messages TO warning");
      execute(session, "DROP SCHEMA IF EXISTS " + SCHEMA + " CASCADE");
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
    try (Connection before = connect(server)) {
      if (!own) {
        execute(before, createTable("shared", columns));
      }
      execute(before, "CHECKPOINT");
      AtomicLong copied = new AtomicLong();
      List<Callable<Void>> copies = new ArrayList<>();
      for (Path file : rows.files()) {
        Connection session = connect(server);
        sessions.add(session);
        session.setAutoCommit(false);
        String table = own ? "own_" + sessions.size() : "shared";
        tables.add(table);
        copies.add(
            () -> {
              if (own) {
                execute(session, createTable(table, columns));
              }
              copied.addAndGet(copy(session, table, file));
              session.commit();
              return null;
            });
      }
      long nanos = trials.nanos(copies);
      if (copied.get() != rows.rows()) {
        throw new SQLException("COPY took %d rows of %d".formatted(copied.get(), rows.rows()));
      }
      execute(before, "DROP TABLE " + String.join(", ", own ? tables : List.of("shared")));
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

  /**
   * Rows of the dataset as files of about the same size in PostgreSQL's binary format, one for each
   * session.
   *
   * @param files files that the server can read
   * @param rows rows in all files
   * @param textBytes bytes of the same rows as text
   */
  record Rows(List<Path> files, long rows, long textBytes) {}

  /**
   * Stages a file for each session, in a new schema. The database makes them: it reads the text
   * into a table, and copies ranges of its pages out.
   *
   * @param mostTextBytes maximum bytes of text; of a larger dataset, the beginning of each file is
   *     staged
   */
  Rows stage(int sessions, long mostTextBytes) throws IOException, SQLException {
    drop(server);
    try (Connection session = connect(server)) {
      execute(session, "CREATE SCHEMA " + SCHEMA);
      String more =
          target.table().format().delimiterAfterLast() ? ", after_last_delimiter text" : "";
      execute(session, "CREATE UNLOGGED TABLE staged (%s%s)".formatted(definition(), more));
      AtomicLong textBytes = new AtomicLong();
      trials.nanos(readers(mostTextBytes, textBytes));
      long rows = count(session, "SELECT count(*) FROM staged");
      long pages =
          count(
              session, "SELECT pg_relation_size('staged') / current_setting('block_size')::bigint");
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
      return new Rows(files, rows, textBytes.get());
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
            try (Connection session = connect(server)) {
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
        session
            .unwrap(PGConnection.class)
            .getCopyAPI()
            .copyIn("COPY staged FROM STDIN (%s)".formatted(format.copyOptions()));
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
        "COPY (SELECT %s FROM staged WHERE ctid >= '(%d,0)' AND ctid < '(%d,0)') TO STDOUT (FORMAT binary)"
            .formatted(columns(column -> Dialect.POSTGRES.name(column.name())), fromPage, toPage);
    try (Connection session = connect(server);
        OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      session.unwrap(PGConnection.class).getCopyAPI().copyOut(copy, out);
    }
    return null;
  }
}
