package io.loadpath.engines.postgres.sql;

import io.loadpath.engines.service.ServiceException;
import io.loadpath.rows.LostCopyException;
import io.loadpath.rows.RowCopy;
import io.loadpath.rows.RowException;
import io.loadpath.rows.TextFormat;
import io.loadpath.rows.parser.Utf8;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyManager;
import org.postgresql.core.BaseConnection;

/**
 * Sends files by COPY … FROM STDIN in parallel, one session per file. It inflates a file whose name
 * ends in .gz, and skips a byte order mark at its start. Memory: one block for each file, whatever
 * its size. Binary COPY takes less than half a block more. It holds a row longer than a block
 * twice, as text and as binary, and refuses one of more than 16 MiB.
 *
 * @param before scripts to run first
 * @param copy the statements of each session's transaction; one is COPY … FROM STDIN
 * @param after scripts to run after all files
 * @param variables psql's variables
 * @param binaryFrom the text to convert to binary COPY; empty to send the files' bytes
 * @param files the files to send
 */
public record FileCopy(
    List<SqlScript> before,
    SqlScript copy,
    List<SqlScript> after,
    Map<String, String> variables,
    Optional<BinaryFrom> binaryFrom,
    List<Path> files) {
  /**
   * Text of files to convert to binary COPY.
   *
   * @param hexBytes whether a bytea is bare pairs of hexadecimal digits, without {@code \x}
   * @param headerLines at the start of each file, which are not rows
   */
  public record BinaryFrom(TextFormat format, boolean hexBytes, int headerLines) {}

  private static final String FILE = "file";
  private static final String FILES = "files";
  private static final String ROWS = "rows";
  private static final int BLOCK_BYTES = 1 << 16;

  /**
   * Runs everything. The first file that fails ends the other sessions and rolls back each COPY
   * that has not succeeded yet.
   *
   * @return one message for each file or script that failed
   */
  public List<String> on(SqlClient client) {
    requireOneCopy();
    for (Path file : files) {
      if (!Files.isReadable(file) || Files.isDirectory(file)) {
        return List.of("cannot read the file " + file + ": check that it exists, and its mode");
      }
    }
    List<String> failures = client.run(before, variables);
    LongAdder rows = new LongAdder();
    if (failures.isEmpty()) {
      failures = send(client.database(), rows);
    }
    if (failures.isEmpty()) {
      Map<String, String> sent = new HashMap<>(variables);
      sent.put(FILES, Integer.toString(files.size()));
      sent.put(ROWS, rows.toString());
      failures = client.run(after, sent);
    }
    return failures;
  }

  private void requireOneCopy() {
    ScriptReader reader = reader(new Variables(variables));
    int copies = 0;
    for (var s = reader.next(); s.isPresent(); s = reader.next()) {
      copies += s.get().kind() == ScriptReader.Kind.COPY_FROM_STDIN ? 1 : 0;
    }
    if (copies != 1) {
      throw new ServiceException(
          copy.name() + " must have one statement COPY … FROM STDIN, found: " + copy.text());
    }
  }

  private ScriptReader reader(Variables values) {
    return new ScriptReader(copy.name(), copy.text(), values, line -> {}, this::refuse);
  }

  private void refuse(String file) {
    throw SqlScript.failure(copy.name(), 1, "\\ir " + file + " is not supported here", null);
  }

  private List<String> send(SqlDatabase database, LongAdder rows) {
    AtomicBoolean failed = new AtomicBoolean();
    List<Callable<List<String>>> sessions = new ArrayList<>();
    files.forEach(file -> sessions.add(() -> failure(database, file, failed, rows)));
    try {
      return SqlClient.atTheSameTime(sessions);
    } finally {
      failed.set(true);
    }
  }

  private List<String> failure(
      SqlDatabase database, Path file, AtomicBoolean failed, LongAdder rows) {
    String message;
    try {
      send(database, file, failed, rows);
      return List.of();
    } catch (SQLException e) {
      message = ServerErrors.describe(e);
    } catch (RowException e) {
      message = e.getMessage();
    } catch (LostCopyException e) {
      message = ServerErrors.describe(e.sqlException());
    } catch (IOException e) {
      message = "cannot be read to its end: " + e;
    } catch (ServiceException e) {
      message = e.getMessage();
    }
    failed.set(true);
    return List.of(file + ": " + message);
  }

  /** Runs the statements in one transaction. */
  private void send(SqlDatabase database, Path file, AtomicBoolean stop, LongAdder rows)
      throws IOException, SQLException {
    Variables values = new Variables(variables);
    values.set(FILE, file.toString());
    try (InputStream text = open(file);
        BaseConnection session = database.connect()) {
      session.setAutoCommit(false);
      ScriptReader reader = reader(values);
      long sent = 0;
      for (var s = reader.next(); s.isPresent(); s = reader.next()) {
        if (s.get().kind() == ScriptReader.Kind.COPY_FROM_STDIN) {
          sent = send(session, s.get().text(), text, stop, binaryFrom);
          values.set(ROWS, Long.toString(sent));
        } else if (s.get().kind() == ScriptReader.Kind.QUERY_INTO_VARIABLES) {
          SqlSession.setVariables(session, reader, s.get().text());
        } else {
          execute(session, s.get().text());
        }
        if (stop.get()) {
          return;
        }
      }
      session.commit();
      rows.add(sent);
    }
  }

  private static void execute(BaseConnection session, String sql) throws SQLException {
    try (Statement statement = session.createStatement()) {
      statement.setEscapeProcessing(false);
      statement.execute(sql);
    }
  }

  private static long send(
      BaseConnection session,
      String sql,
      InputStream text,
      AtomicBoolean stop,
      Optional<BinaryFrom> binaryFrom)
      throws IOException, SQLException {
    BinaryTarget target =
        binaryFrom.isPresent() ? BinaryTarget.of(session, sql, binaryFrom.get()) : null;
    boolean marked = EndMark.isRead(session.getMetaData().getDatabaseMajorVersion(), sql);
    EndMark mark = target == null && marked ? new EndMark() : null;
    CopyIn copy = new CopyManager(session).copyIn(sql);
    try {
      RowCopy binary = target == null ? null : target.to(copy);
      HeaderLines header = binaryFrom.map(HeaderLines::new).orElse(null);
      byte[] block = new byte[BLOCK_BYTES];
      for (int length = text.read(block); length >= 0; length = text.read(block)) {
        if (stop.get()) {
          return 0;
        }
        if (mark != null) {
          mark.read(block, length);
        }
        if (binary == null) {
          copy.writeToCopy(block, 0, length);
        } else {
          binary.write(block, header.skip(block, length), length);
        }
      }
      if (mark != null) {
        mark.end();
      }
      if (binary != null) {
        header.end();
        binary.end();
      }
      return copy.endCopy();
    } finally {
      if (copy.isActive()) {
        copy.cancelCopy();
      }
    }
  }

  /** Unlike the JDK's class, this one refuses bytes after a member that are not gzip. */
  private static InputStream open(Path file) throws IOException {
    InputStream bytes = Files.newInputStream(file);
    try {
      InputStream text =
          file.toString().endsWith(".gz")
              ? new GzipCompressorInputStream(new BufferedInputStream(bytes, BLOCK_BYTES), true)
              : bytes;
      return withoutMark(text);
    } catch (IOException e) {
      bytes.close();
      throw e;
    }
  }

  /** The server would read a byte order mark as a part of the first field. */
  private static InputStream withoutMark(InputStream text) throws IOException {
    PushbackInputStream rest = new PushbackInputStream(text, Utf8.MARK_BYTES);
    byte[] first = rest.readNBytes(Utf8.MARK_BYTES);
    if (!Utf8.startsWithMark(first, 0, first.length)) {
      rest.unread(first);
    }
    return rest;
  }
}
