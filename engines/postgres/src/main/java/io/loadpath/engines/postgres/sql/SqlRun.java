package io.loadpath.engines.postgres.sql;

import io.loadpath.engines.service.ServiceException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs scripts one after the other in the lead session, or in several sessions at the same time
 * that differ in the value of one variable.
 *
 * @param scripts the scripts
 * @param variables psql's variables
 * @param each the variable that differs, or empty
 * @param values its value in each session
 */
public record SqlRun(
    List<Script> scripts, Map<String, String> variables, String each, List<String> values) {

  /**
   * Runs everything.
   *
   * @return one message for each session that failed; the other sessions' work stays
   * @throws OutputLostException if rows cannot be printed
   */
  public List<String> on(LeadSession lead) {
    if (each.isEmpty()) {
      return failure("", () -> lead.run(scripts, variables));
    }
    List<Callable<List<String>>> sessions = new ArrayList<>();
    for (String value : values) {
      Map<String, String> own = new HashMap<>(variables);
      own.put(each, value);
      String label = each + "=" + value + ": ";
      sessions.add(() -> failure(label, () -> lead.runBeside(scripts, own)));
    }
    return atTheSameTime(sessions);
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

  private static List<String> failure(String label, Runnable session) {
    try {
      session.run();
      return List.of();
    } catch (SqlScriptException | ServiceException e) {
      return List.of(label + e.getMessage());
    } catch (OutOfMemoryError e) {
      return List.of(
          label + "a result does not fit in the client's memory: use COPY (SELECT …) TO STDOUT");
    }
  }
}
