package io.loadpath.mapreduce.load.client;

import io.loadpath.loads.exports.ExportJob.Exported;
import io.loadpath.loads.exports.Ledger.Part;
import io.loadpath.loads.exports.Ledger.Task;
import io.loadpath.mapreduce.load.sample.WriterShares.Estimate;
import java.util.Comparator;
import java.util.List;

/** The outcome of a load, compared with its plan. */
final class PlanOutcome {
  private static final double PERCENT = 100;
  private static final double MILLIS = 1e3;
  private static final int MOST_TASKS = 16;

  private final PlanText plan;
  private final List<Task> tasks;
  private final long commitMillis;

  PlanOutcome(PlanText plan, Exported exported) {
    this.plan = plan;
    this.tasks = exported.tasks();
    this.commitMillis = exported.commitMillis();
  }

  /**
   * Compares the rows that arrived with the plan.
   *
   * @param seconds of the job
   */
  String text(double seconds) {
    TextLines text = new TextLines();
    long rows = tasks.stream().mapToLong(Task::rows).sum();
    long bytes = tasks.stream().mapToLong(Task::bytes).sum();
    text.item(
        "Loaded",
        "%,d rows, %s as COPY, in %.1f s%s",
        rows,
        TextLines.bytes(bytes),
        seconds,
        plan.sample() == null ? "" : planned());
    text.item("", "committed in %.2f s", commitMillis / MILLIS);
    plan.seconds().ifPresent(planned -> addTime(text, seconds, planned));
    if (rows > 0) {
      addTasks(text, Math.max(1, bytes));
    }
    if (plan.writers() != null && rows > 0) {
      addPartitions(text, rows);
    }
    if (plan.options().prove) {
      text.line(
          "proven: the server has the %,d rows that the mappers made; it took its sessions %.2f s",
          rows, tasks.stream().mapToLong(Task::checkMillis).sum() / MILLIS);
    }
    return text.toString();
  }

  private String planned() {
    return TextLines.format("; planned: %,.0f rows", plan.sample().accepted().rows());
  }

  private static void addTime(TextLines text, double seconds, double planned) {
    text.item(
        "Time",
        "%s minutes; planned: %s, %.0f %% %s",
        TextLines.minutes(seconds),
        TextLines.minutes(planned),
        PERCENT * Math.abs(planned / seconds - 1),
        planned < seconds ? "less" : "more");
  }

  private void addTasks(TextLines text, long bytes) {
    List<Estimate> shares = plan.writers() == null ? null : plan.shares();
    boolean all = tasks.size() <= MOST_TASKS;
    if (all) {
      text.line("");
      text.line(
          "%8s %10s %10s %14s %12s %9s",
          shares == null ? "mapper" : "writer", "planned", "real", "rows", "COPY", "s");
      for (Task task : tasks) {
        text.line(
            "%8d %10s %8.2f %% %,14d %12s %9.1f",
            task.task(),
            shares == null
                ? ""
                : TextLines.format("%.2f %%", PERCENT * shares.get(task.task()).share()),
            PERCENT * task.bytes() / bytes,
            task.rows(),
            TextLines.bytes(task.bytes()),
            task.millis() / MILLIS);
      }
    }
    Task heaviest = tasks.stream().max(Comparator.comparingLong(Task::bytes)).orElseThrow();
    text.item(
        "Heaviest",
        "%d, with %.2f times its ideal share; %.1f s",
        heaviest.task(),
        (double) heaviest.bytes() / bytes * plan.tasks(),
        heaviest.millis() / MILLIS);
  }

  private void addPartitions(TextLines text, long rows) {
    List<Estimate> estimates = plan.estimates();
    double[] real = new double[estimates.size()];
    for (Task task : tasks) {
      for (Part part : task.parts()) {
        real[part.partition()] += (double) part.rows() / rows;
      }
    }
    double planned = Math.max(1, plan.sample().accepted().rows());
    int inside = 0;
    int unseen = 0;
    int worst = 0;
    double[] off = new double[real.length];
    double[] margins = new double[real.length];
    for (int p = 0; p < real.length; p++) {
      double share = plan.sample().partitions().get(p).rows() / planned;
      Estimate estimate = estimates.get(p);
      // the estimate is a share of bytes
      margins[p] = estimate.margin() * (estimate.share() > 0 ? share / estimate.share() : 1);
      off[p] = real[p] - share;
      inside += isInside(off[p], margins[p]) ? 1 : 0;
      unseen += share == 0 && real[p] > 0 ? 1 : 0;
      worst = Math.abs(off[p]) > Math.abs(off[worst]) ? p : worst;
    }
    boolean bounded = plan.sample().places().bounded();
    text.item(
        "Sample",
        "farthest off at %s: %.3f %% of the rows, %.3f points %s than planned%s",
        plan.plan().partitions().get(worst).name(),
        PERCENT * real[worst],
        PERCENT * Math.abs(off[worst]),
        off[worst] < 0 ? "less" : "more",
        bounded
            ? TextLines.format(
                ", %s its interval of ± %.3f",
                isInside(off[worst], margins[worst]) ? "inside" : "outside",
                PERCENT * margins[worst])
            : "");
    if (bounded) {
      text.item("", "%,d of %,d partitions are inside their intervals", inside, real.length);
    }
    if (unseen > 0) {
      text.item("", "%,d partitions got rows that the sample did not have", unseen);
    }
  }

  private static boolean isInside(double off, double margin) {
    return Math.abs(off) <= margin + 1e-9;
  }
}
