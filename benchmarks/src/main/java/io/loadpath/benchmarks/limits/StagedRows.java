package io.loadpath.benchmarks.limits;

import io.loadpath.datasets.Manifest;
import io.loadpath.tables.Table;
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
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * Rows of a dataset as files in PostgreSQL's binary format, one for each session and all of about
 * the same size. The database itself makes them: it reads the text into a table and copies ranges
 * of its pages out.
 *
 * @param files where the server can read them
 * @param rows in all files
 * @param textBytes of the same rows in the dataset
 */
record StagedRows(List<Path> files, long rows, long textBytes) {
  private static final String TABLE = ProbeSchema.NAME + ".staged";
  private static final int BLOCK_BYTES = 1 << 16;

  /**
   * Stages a file for each of {@code sessions}.
   *
   * @param mostTextBytes of a larger dataset, the beginnings of its files are staged
   */
  static StagedRows make(
      ProbeThreads threads,
      ProbeSchema schema,
      Path folder,
      ProbeTarget target,
      int sessions,
      long mostTextBytes)
      throws IOException, SQLException {
    Table table = target.table();
    try (Connection session = schema.connect()) {
      ProbeSchema.execute(
          session,
          "CREATE UNLOGGED TABLE %s (%s%s)"
              .formatted(
                  TABLE,
                  ProbeSchema.columns(table),
                  table.format().delimiterAfterLast() ? ", after_last_delimiter text" : ""));
    }
    AtomicLong rows = new AtomicLong();
    AtomicLong textBytes = new AtomicLong();
    List<Manifest.DataFile> parts = target.manifest().files();
    long most = Math.max(BLOCK_BYTES, mostTextBytes / parts.size());
    List<Callable<Void>> readers = new ArrayList<>();
    for (int i = 0; i < Math.min(threads.cores(), parts.size()); i++) {
      int first = i;
      readers.add(
          () -> {
            try (Connection session = schema.connect()) {
              for (int j = first; j < parts.size(); j += threads.cores()) {
                Path part = target.folder().resolve(parts.get(j).name());
                CopyIn copy = copyIn(session, new CopyFormat(table.format()));
                textBytes.addAndGet(send(part, target.gzip(), most, copy));
                rows.addAndGet(copy.endCopy());
              }
            }
            return null;
          });
    }
    threads.nanos(readers);
    return new StagedRows(
        copyOut(threads, schema, folder, table, sessions), rows.get(), textBytes.get());
  }

  private static CopyIn copyIn(Connection session, CopyFormat format) throws SQLException {
    ProbeSchema.execute(session, "SET datestyle TO 'ISO, %s'".formatted(format.dateOrder()));
    String sql = "COPY %s FROM STDIN (%s)".formatted(TABLE, format.copyOptions());
    return session.unwrap(PGConnection.class).getCopyAPI().copyIn(sql);
  }

  /** Sends whole lines until there are {@code most} bytes or a little less. */
  private static long send(Path part, boolean gzip, long most, CopyIn copy)
      throws IOException, SQLException {
    byte[] block = new byte[BLOCK_BYTES];
    long sent = 0;
    boolean more = true;
    try (InputStream file = Files.newInputStream(part);
        InputStream text = gzip ? new GZIPInputStream(file, BLOCK_BYTES) : file) {
      while (more) {
        int length = text.readNBytes(block, 0, block.length);
        more = length > 0 && sent + length < most;
        if (!more) {
          length = afterLastLine(block, length);
        }
        copy.writeToCopy(block, 0, length);
        sent += length;
      }
    }
    return sent;
  }

  private static int afterLastLine(byte[] block, int length) {
    int end = length;
    while (end > 0 && block[end - 1] != '\n') {
      end--;
    }
    return end;
  }

  private static List<Path> copyOut(
      ProbeThreads threads, ProbeSchema schema, Path folder, Table table, int sessions)
      throws IOException, SQLException {
    long pages;
    try (Connection session = schema.connect()) {
      pages = pages(session);
    }
    String columns =
        table.columns().stream()
            .map(column -> Dialect.POSTGRES.name(column.name()))
            .collect(Collectors.joining(", "));
    List<Path> files = new ArrayList<>();
    List<Callable<Void>> writers = new ArrayList<>();
    for (int i = 0; i < sessions; i++) {
      String sql =
          "COPY (SELECT %s FROM %s WHERE ctid >= '(%d,0)' AND ctid < '(%d,0)') TO STDOUT (FORMAT binary)"
              .formatted(columns, TABLE, pages * i / sessions, pages * (i + 1) / sessions);
      Path file = folder.resolve("rows-%d.binary".formatted(i));
      files.add(file);
      writers.add(
          () -> {
            try (Connection session = schema.connect();
                OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
              session.unwrap(PGConnection.class).getCopyAPI().copyOut(sql, out);
            }
            return null;
          });
    }
    threads.nanos(writers);
    return files;
  }

  private static long pages(Connection session) throws SQLException {
    String sql =
        "SELECT pg_relation_size('%s') / current_setting('block_size')::bigint".formatted(TABLE);
    try (Statement statement = session.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      result.next();
      return result.getLong(1);
    }
  }
}
