package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.plan.JobForecast;
import io.loadpath.benchmarks.plan.JobRuns;
import io.loadpath.benchmarks.plan.RecordJobs;
import io.loadpath.benchmarks.statistics.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Forecasts of the runs in a record beside the runs themselves. Each is made from the other runs
 * and from all start runs, so that no run forecasts itself.
 */
public final class NodesCheck {
  /** How far a forecast may be off. */
  public static final double MOST_OFF = 0.2;

  private final List<Checked> checked = new ArrayList<>();

  private NodesCheck(RecordJobs jobs) {
    for (JobRuns runs : jobs.runs()) {
      jobs.without(runs)
          .ifPresent(figures -> checked.add(new Checked(runs, runs.forecast(figures))));
    }
  }

  public static NodesCheck of(RecordJobs jobs) {
    return new NodesCheck(jobs);
  }

  /** Whether there is a forecast to check, and each time and CPU time is near enough. */
  public boolean passed() {
    return !checked.isEmpty() && worst() <= MOST_OFF;
  }

  public List<String> lines(String job) {
    if (checked.isEmpty()) {
      return List.of(
          "%s: the record has runs with one number of containers only, and a check needs two: run 'bin/loadpath run nodes'"
              .formatted(job));
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s, forecast from the runs with other numbers of containers and from all start runs:"
            .formatted(job));
    Table.of(checked)
        .number("containers", c -> c.runs().atATime())
        .number("maps", c -> c.runs().maps())
        .number("waves", c -> c.forecast().waves())
        .number("forecast", c -> Numbers.threeDigits(c.forecast().seconds()) + " s")
        .number("measured", c -> Numbers.threeDigits(c.runs().seconds()) + " s")
        .number("off by", c -> percent(c.off()))
        .number("forecast", c -> Numbers.threeDigits(c.forecast().cpuSeconds()) + " CPU-s")
        .number("measured", c -> Numbers.threeDigits(c.runs().cpuSeconds()) + " CPU-s")
        .number("off by", c -> percent(c.cpuOff()))
        .lines()
        .forEach(line -> lines.add("  " + line));
    lines.add(
        "what is furthest off is off by %s, %s the %s allowed"
            .formatted(
                Numbers.fixed(100 * worst(), 1) + " %",
                passed() ? "within" : "beyond",
                Numbers.fixed(100 * MOST_OFF, 0) + " %"));
    return lines;
  }

  private double worst() {
    return checked.stream()
        .mapToDouble(c -> Math.max(Math.abs(c.off()), Math.abs(c.cpuOff())))
        .max()
        .orElseThrow();
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%+.1f %%", 100 * share);
  }

  /** A forecast beside the runs. */
  private record Checked(JobRuns runs, JobForecast forecast) {
    double off() {
      return forecast.seconds() / runs.seconds() - 1;
    }

    double cpuOff() {
      return forecast.cpuSeconds() / runs.cpuSeconds() - 1;
    }
  }
}
