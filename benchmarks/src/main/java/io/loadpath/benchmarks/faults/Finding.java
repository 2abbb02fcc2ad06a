package io.loadpath.benchmarks.faults;

import io.loadpath.benchmarks.record.Sample.RunError;
import io.loadpath.benchmarks.run.TrialRun.Trial;
import io.loadpath.benchmarks.statistics.Numbers;
import io.loadpath.benchmarks.suite.Measure;
import io.loadpath.benchmarks.suite.PathDefinition;
import io.loadpath.benchmarks.suite.Variant;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The result of a path with a fault.
 *
 * @param path the variant's id
 * @param fault the fault
 * @param note how the fault was triggered, or why not; may be empty
 * @param injected whether it was triggered
 * @param effect the rows that arrived, in words
 * @param exitCode the tool's exit code; null if it was ended
 * @param message the last error message of the tool, or of verify; empty if there is none, and for
 *     a killed client
 * @param good whether the path kept its promise: a query's answer is exact, or the query fails; a
 *     path that promises exactly once loads all rows, or fails with all rows or none
 */
public record Finding(
    String path,
    Fault fault,
    String note,
    boolean injected,
    String effect,
    Integer exitCode,
    String message,
    boolean good) {
  /** The effect where a fault is not run because this machine cannot have it. */
  static final String NOT_RUN = "not run";

  private static final int MESSAGE_CHARACTERS = 160;
  private static final Pattern LOG_PREFIX =
      Pattern.compile("^[\\d/:,.TZ -]+ *(INFO|WARN|ERROR|FATAL) +(\\S+: )?(\\[\\S+] )?");
  private static final Pattern TELLS =
      Pattern.compile(
          "ERROR|FATAL|Error|Exception|[Ff]ailed|FAILED|[Kk]illed|cannot|could not|is unknown");
  private static final Pattern PLACE =
      Pattern.compile("(?:file:|hdfs:)?/+[\\w.:@=*-]+(?:/[\\w.:@=*-]+)+");
  private static final Pattern STACK = Pattern.compile("^(\\s+at |\\s*\\.\\.\\. \\d+ more).*");
  private static final Pattern COUNTER = Pattern.compile("\\t\\t[\\w ()-]+=\\d+");

  /** The effect of a fault on the rows, or on the answer. */
  enum Effect {
    /** Every row once, or the exact answer. */
    EXACT,
    /** Some rows. */
    PARTIAL,
    /** More rows than were sent. */
    DOUBLED,
    /** The same number of rows with other content, or a wrong answer. */
    WRONG,
    /** No row, or no answer. */
    NOTHING;

    static Effect of(Trial trial) {
      if (trial.proven()) {
        return EXACT;
      }
      if (trial.rows() == null) {
        boolean compared = trial.proof().exitCode() == null || trial.proof().exitCode() == 0;
        return compared ? WRONG : NOTHING;
      }
      if (trial.rows() == 0) {
        return NOTHING;
      }
      int more = Long.compare(trial.rows(), trial.expectedRows());
      return more == 0 ? WRONG : more > 0 ? DOUBLED : PARTIAL;
    }

    /** Returns the effect in words. */
    static String text(Trial trial) {
      boolean query = trial.variant().path().definition().measures() == Measure.QUERY;
      String counts =
          trial.rows() == null
              ? ""
              : Numbers.count(trial.rows())
                  + " of "
                  + Numbers.count(trial.expectedRows())
                  + " rows";
      return switch (of(trial)) {
        case EXACT -> query ? "exact answer" : "exactly once";
        case PARTIAL -> "partial: " + counts;
        case DOUBLED -> "doubled: " + counts;
        case WRONG -> query ? "wrong answer" : "other rows: " + counts;
        case NOTHING -> query ? "no answer" : "nothing";
      };
    }
  }

  static Finding of(Fault fault, Trial trial, boolean injected, String note) {
    RunError failure = trial.failure();
    return new Finding(
        trial.variant().id(),
        fault,
        note,
        injected,
        Effect.text(trial),
        failure == null ? Integer.valueOf(0) : failure.exitCode(),
        fault == Fault.CLIENT
            ? ""
            : said(failure == null && trial.rows() == null ? trial.proof() : failure),
        injected && kept(trial));
  }

  /** A pair that cannot be run here, which breaks no promise. */
  static Finding notRun(Variant variant, Fault fault, String reason) {
    return new Finding(variant.id(), fault, reason, false, NOT_RUN, null, "", true);
  }

  /** Whether the path kept its promise; a path without one cannot break it. */
  private static boolean kept(Trial trial) {
    PathDefinition path = trial.variant().path().definition();
    boolean promised = path.measures() == Measure.QUERY || path.exactlyOnce();
    return switch (Effect.of(trial)) {
      case EXACT -> true;
      case NOTHING -> !promised || trial.failure() != null;
      case PARTIAL, DOUBLED -> !promised;
      case WRONG -> false;
    };
  }

  private static String said(RunError error) {
    return error == null ? "" : message(error.message());
  }

  /** Returns the last line about an error, without times and addresses. */
  static String message(String printed) {
    List<String> lines =
        printed
            .lines()
            .filter(line -> !STACK.matcher(line).matches() && !COUNTER.matcher(line).matches())
            .map(String::strip)
            .toList();
    String last = lines.isEmpty() ? "" : lines.get(lines.size() - 1);
    for (String line : lines) {
      if (TELLS.matcher(line).find()) {
        last = line;
      }
    }
    String text = PLACE.matcher(LOG_PREFIX.matcher(last).replaceFirst("")).replaceAll("…");
    return text.length() <= MESSAGE_CHARACTERS
        ? text
        : text.substring(0, MESSAGE_CHARACTERS) + " …";
  }
}
