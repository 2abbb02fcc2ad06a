package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.plan.JobForecast;
import io.loadpath.benchmarks.plan.JobText;
import io.loadpath.benchmarks.statistics.Numbers;
import java.util.ArrayList;
import java.util.List;

/** Forecasts of one job on several numbers of nodes, on a terminal. */
public final class NodesReport {
  private NodesReport() {}

  /**
   * Returns a table with a line for each forecast, and the formulas of each.
   *
   * @param forecasts at least one, all of the same job
   */
  public static List<String> lines(String job, List<JobForecast> forecasts) {
    JobForecast any = forecasts.get(0);
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s of %s, from %s of %s:"
            .formatted(
                job, JobText.bytes(any.bytes()), any.figures().path(), any.figures().source()));
    indent(lines, table(forecasts).lines());
    for (JobForecast forecast : forecasts) {
      lines.add("");
      lines.add("By hand, on %s:".formatted(JobText.count(forecast.nodes().count(), "node")));
      indent(lines, new JobText(forecast).byHand());
    }
    any.figures().notes().forEach(note -> lines.addAll(List.of("", "note: " + note)));
    return lines;
  }

  private static Table<JobForecast> table(List<JobForecast> forecasts) {
    return Table.of(forecasts)
        .number("nodes", f -> Numbers.count(f.nodes().count()))
        .number("containers", f -> Numbers.count(f.nodes().slots()))
        .number("maps", f -> Numbers.count(f.maps()))
        .number("waves", f -> Numbers.count(f.waves()))
        .number("time", f -> JobText.time(f.seconds()))
        .number("CPU-s", f -> Numbers.threeDigits(f.cpuSeconds()))
        .number("CPU-s/GB", f -> Numbers.threeDigits(f.cpuSecondsPerGb()))
        .number("vcore-s", f -> Numbers.threeDigits(f.vcoreSeconds()))
        .text("bound by", JobForecast::bound);
  }

  private static void indent(List<String> lines, List<String> more) {
    more.forEach(line -> lines.add("  " + line));
  }
}
