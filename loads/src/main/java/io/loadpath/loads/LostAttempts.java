package io.loadpath.loads;

import java.io.IOException;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;

/**
 * The cluster's messages about task attempts that could leave no message themselves. The local
 * runner has none: it only logs.
 */
public final class LostAttempts {
  private static final Set<TaskCompletionEvent.Status> FAILED =
      EnumSet.of(TaskCompletionEvent.Status.FAILED, TaskCompletionEvent.Status.TIPFAILED);
  private static final int EVENTS_AT_A_TIME = 1000;

  private LostAttempts() {}

  /** Returns the message about the first failed attempt, if any. */
  public static Optional<String> firstOf(Job job) {
    try {
      int seen = 0;
      TaskCompletionEvent[] events = job.getTaskCompletionEvents(seen, EVENTS_AT_A_TIME);
      while (events.length > 0) {
        for (TaskCompletionEvent event : events) {
          if (FAILED.contains(event.getStatus())) {
            String[] said = job.getTaskDiagnostics(event.getTaskAttemptId());
            return Optional.ofNullable(said == null ? null : explained(String.join("\n", said)))
                .map(words -> event.getTaskAttemptId() + ": " + words);
          }
        }
        seen += events.length;
        events = job.getTaskCompletionEvents(seen, EVENTS_AT_A_TIME);
      }
    } catch (IOException e) {
      // only the job's own state is left
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Optional.empty();
  }

  /** Returns the first line and the first cause, with advice where it is known; or null. */
  static String explained(String diagnostics) {
    String text = diagnostics.strip();
    if (text.isEmpty()) {
      return null;
    }
    String first = text.lines().findFirst().orElseThrow();
    String cause =
        text.lines()
            .filter(line -> line.startsWith("Caused by: "))
            .reduce("", (one, next) -> " " + next);
    return first + cause + MachineFault.advice(text);
  }
}
