package io.loadpath.engines.postgres.sql;

import io.loadpath.engines.service.ServiceException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs scripts on a database. All scripts that run once share one session, the lead session. The
 * first script opens it, and it stays open until the end. So an advisory lock of a script covers
 * the whole command, and ends with the client.
 */
public final class SqlClient implements AutoCloseable {
  private final SqlDatabase database;
  private final InputStream in;
  private final PrintStream out;
  private final PrintStream err;
  private SqlSession lead;

  /** Makes a client without opening a session. */
  public SqlClient(SqlDatabase database, InputStream in, PrintStream out, PrintStream err) {
    this.database = database;
    this.in = in;
    this.out = out;
    this.err = err;
  }

  /** A session's rows could not be printed, so it ended. */
  public static final class OutputLostException extends RuntimeException {
    private static final long serialVersionUID = 1;

    OutputLostException() {
      super("cannot write to standard output");
    }
  }

  SqlDatabase database() {
    return database;
  }

  /**
   * Runs scripts in the lead session.
   *
   * @param variables psql's variables
   * @return the message of the failure, if there is one
   * @throws OutputLostException if rows cannot be printed
   */
  public List<String> run(List<SqlScript> scripts, Map<String, String> variables) {
    if (scripts.isEmpty()) {
      return List.of();
    }
    return failure(
        "",
        () -> {
          if (lead == null) {
            lead = new SqlSession(database.connect(), Optional.of(in), out, err);
          }
          lead.run(scripts, variables);
        });
  }

  /**
   * Runs scripts in parallel sessions that differ in the value of one variable.
   *
   * @return one message for each failed session; the work of the others stays
   * @throws OutputLostException if rows cannot be printed
   */
  public List<String> runEach(
      List<SqlScript> scripts, Map<String, String> variables, String each, List<String> values) {
    List<Callable<List<String>>> sessions = new ArrayList<>();
    for (String value : values) {
      Map<String, String> own = new HashMap<>(variables);
      own.put(each, value);
      sessions.add(() -> failure(each + "=" + value + ": ", () -> runInNewSession(scripts, own)));
    }
    return atTheSameTime(sessions);
  }

  private void runInNewSession(List<SqlScript> scripts, Map<String, String> variables) {
    try (SqlSession session = new SqlSession(database.connect(), Optional.empty(), out, err)) {
      session.run(scripts, variables);
    }
  }

  private static List<String> failure(String label, Runnable session) {
    try {
      session.run();
      return List.of();
    } catch (ServiceException e) {
      return List.of(label + e.getMessage());
    } catch (OutOfMemoryError e) {
      return List.of(
          label + "a result does not fit in the client's memory: use COPY (SELECT …) TO STDOUT");
    }
  }

  /** Runs sessions in a thread each, and returns all their failures. */
  static List<String> atTheSameTime(List<Callable<List<String>>> sessions) {
    ExecutorService threads = Executors.newFixedThreadPool(sessions.size());
    try {
      List<String> failures = new ArrayList<>();
      for (Future<List<String>> session : sessions.stream().map(threads::submit).toList()) {
        failures.addAll(session.get());
      }
      return failures;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServiceException("interrupted while the sessions ran", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof OutputLostException lost) {
        throw lost;
      }
      throw new IllegalStateException(e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  @Override
  public void close() {
    if (lead != null) {
      lead.close();
    }
  }
}
