package io.loadpath.engines.postgres.sql;

import io.loadpath.engines.postgres.PostgresException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyManager;
import org.postgresql.core.BaseConnection;

/**
 * Files that a client sends by COPY … FROM STDIN, each in a session of its own, at the same time. A
 * file whose name ends in .gz is inflated on the way. Takes a block of memory for each file,
 * whatever its size.
 *
 * @param before scripts that are run first
 * @param copy the one COPY statement, which each session runs
 * @param after scripts that are run when every file has arrived
 * @param variables psql's variables
 * @param files what is sent
 */
public record FileCopy(
    List<Script> before,
    Script copy,
    List<Script> after,
    Map<String, String> variables,
    List<Path> files) {
  private static final int BLOCK_BYTES = 1 << 16;

  /**
   * Runs everything. The first file that fails ends the other sessions, each with its own COPY
   * rolled back, unless that has ended well already.
   *
   * @return one message for each file or script that failed
   */
  public List<String> on(Target target, PrintStream out, PrintStream err) {
    String sql = statement();
    for (Path file : files) {
      if (!Files.isReadable(file) || Files.isDirectory(file)) {
        return List.of("cannot read the file " + file + ": see that it is there, and its mode");
      }
    }
    List<String> failures = run(before, target, out, err);
    if (failures.isEmpty()) {
      failures = send(target, sql);
    }
    return failures.isEmpty() ? run(after, target, out, err) : failures;
  }

  private List<String> run(List<Script> scripts, Target target, PrintStream out, PrintStream err) {
    return scripts.isEmpty()
        ? List.of()
        : new SqlRun(scripts, variables, "", List.of())
            .on(target, InputStream.nullInputStream(), out, err);
  }

  private String statement() {
    try {
      ScriptReader reader =
          new ScriptReader(copy.name(), copy.text(), new Variables(variables), line -> {});
      Optional<SqlStatement> statement = reader.next();
      if (statement.isPresent()
          && statement.get().kind() == SqlStatement.Kind.COPY_FROM_STDIN
          && reader.next().isEmpty()) {
        return statement.get().text();
      }
    } catch (SqlScriptException e) {
      throw new PostgresException(e.getMessage(), e);
    }
    throw new PostgresException(
        copy.name() + " must be one statement COPY … FROM STDIN, found: " + copy.text());
  }

  private List<String> send(Target target, String sql) {
    ExecutorService threads = Executors.newFixedThreadPool(files.size());
    AtomicBoolean failed = new AtomicBoolean();
    try {
      List<Future<Optional<String>>> sessions = new ArrayList<>();
      for (Path file : files) {
        sessions.add(threads.submit(() -> failure(target, sql, file, failed)));
      }
      List<String> failures = new ArrayList<>();
      for (Future<Optional<String>> session : sessions) {
        session.get().ifPresent(failures::add);
      }
      return failures;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PostgresException("interrupted while the files were sent", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } finally {
      failed.set(true);
      threads.shutdownNow();
    }
  }

  private static Optional<String> failure(
      Target target, String sql, Path file, AtomicBoolean failed) {
    String message;
    try {
      send(target, sql, file, failed);
      return Optional.empty();
    } catch (SQLException e) {
      message = ServerErrors.describe(e);
    } catch (IOException e) {
      message = "cannot be read to its end: " + e;
    } catch (PostgresException e) {
      message = e.getMessage();
    }
    failed.set(true);
    return Optional.of(file + ": " + message);
  }

  private static void send(Target target, String sql, Path file, AtomicBoolean stop)
      throws IOException, SQLException {
    try (InputStream text = open(file);
        BaseConnection session = target.connect()) {
      CopyIn copy = new CopyManager(session).copyIn(sql);
      try {
        byte[] block = new byte[BLOCK_BYTES];
        for (int length = text.read(block); length >= 0; length = text.read(block)) {
          if (stop.get()) {
            return;
          }
          copy.writeToCopy(block, 0, length);
        }
        copy.endCopy();
      } finally {
        if (copy.isActive()) {
          copy.cancelCopy();
        }
      }
    }
  }

  /** Unlike the JDK's own class, this one refuses what is no gzip after the first member. */
  private static InputStream open(Path file) throws IOException {
    InputStream bytes = Files.newInputStream(file);
    if (!file.toString().endsWith(".gz")) {
      return bytes;
    }
    try {
      return new GzipCompressorInputStream(new BufferedInputStream(bytes, BLOCK_BYTES), true);
    } catch (IOException e) {
      bytes.close();
      throw e;
    }
  }
}
