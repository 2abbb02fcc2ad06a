package io.loadpath.mapreduce.q1;

import java.io.IOException;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;

/**
 * The cluster's messages about task attempts that it ended, which could leave no message
 * themselves.
 */
final class LostAttempts {
  private static final Set<TaskCompletionEvent.Status> FAILED =
      EnumSet.of(TaskCompletionEvent.Status.FAILED, TaskCompletionEvent.Status.TIPFAILED);
  private static final int EVENTS_AT_A_TIME = 1000;
  private static final String MEMORY = "memory limit";
  private static final String MORE_MEMORY =
      " Raise mapreduce.map.memory.mb or mapreduce.reduce.memory.mb, or lower -Xmx in the java.opts of the same name.";

  private LostAttempts() {}

  /** Returns the message about the first failed attempt, if any. */
  static Optional<String> firstOf(Job job) {
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

  /** Returns the first line, with advice for a container that took too much memory, or null. */
  static String explained(String diagnostics) {
    String first = diagnostics.strip().lines().findFirst().orElse(null);
    boolean memory = first != null && first.contains(MEMORY);
    return memory ? first + MORE_MEMORY : first;
  }
}
