package io.loadpath.mapreduce.load.client;

import io.loadpath.mapreduce.load.partitions.MissingRow;
import io.loadpath.mapreduce.load.sample.Sampler;
import io.loadpath.mapreduce.load.sample.WriterShares;
import io.loadpath.mapreduce.load.sample.WriterShares.Estimate;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The part of a plan about rows that are left out, and about a job that is bounded. */
final class PlanWarnings {
  private static final double PERCENT = 100;
  private static final int MOST_EXAMPLES = 5;

  private final PlanText whole;
  private final Sampler sample;
  private final WriterShares writers;
  private final int tasks;

  PlanWarnings(PlanText whole) {
    this.whole = whole;
    sample = whole.sample();
    writers = whole.writers();
    tasks = whole.tasks();
  }

  /** Adds the warnings, if there are any. */
  void addTo(TextLines text) {
    addRejects(text);
    if (writers != null) {
      addBound(text);
    }
  }

  private void addRejects(TextLines text) {
    boolean exact = sample.places().complete();
    double all = sample.accepted().plus(sample.malformed()).plus(sample.unrouted()).rows();
    if (sample.malformed().rows() > 0) {
      text.item(
          "Malformed",
          "%s%,.0f rows, %.4f %%",
          exact ? "" : "about ",
          whole.rounded(sample.malformed().rows()),
          PERCENT * sample.malformed().rows() / all);
    }
    if (sample.unrouted().rows() > 0) {
      List<MissingRow> most =
          sample.missing().stream()
              .sorted(Comparator.comparingDouble(row -> -row.rows()))
              .limit(MOST_EXAMPLES)
              .toList();
      text.line("");
      text.line(
          "No partition takes %s%,.0f rows, %.4f %%, for instance those with %s.",
          exact ? "" : "about ",
          whole.rounded(sample.unrouted().rows()),
          PERCENT * sample.unrouted().rows() / all,
          most.stream().map(PlanWarnings::key).distinct().collect(Collectors.joining("; ")));
      text.line("These statements make partitions for them:");
      whole.ddl().forEach(statement -> text.verbatim("  " + statement));
    }
    double rejected = sample.malformed().rows() + sample.unrouted().rows();
    if (rejected > whole.options().rejectLimit) {
      text.line("The load would fail, because --reject-limit is %,d.", whole.options().rejectLimit);
    }
  }

  private static String key(MissingRow row) {
    return IntStream.range(0, row.key().size())
        .mapToObj(i -> row.level().columns().get(i).name() + " " + row.key().get(i))
        .collect(Collectors.joining(", "));
  }

  private void addBound(TextLines text) {
    double ideal = 1.0 / whole.sessions(); // smaller shares even out
    List<Estimate> estimates = whole.estimates();
    int largest =
        IntStream.range(0, estimates.size())
            .boxed()
            .max(Comparator.comparingDouble(p -> estimates.get(p).share()))
            .orElse(0);
    double share = estimates.isEmpty() ? 0 : estimates.get(largest).share();
    double heaviest = whole.shares().stream().mapToDouble(Estimate::share).max().orElse(0);
    if (heaviest <= ideal * (1 + whole.options().overload)) {
      return;
    }
    text.line("");
    if (share > ideal && writers.writersOf(largest) == 1) {
      int fit = (int) Math.max(1, Math.floor(1 / share));
      text.line(
          "Partition %s bounds the job: it has %.1f %% of the bytes and one writer, which takes %.1f times as long as an even share. Load %s with %d %s, or make subpartitions.",
          whole.plan().partitions().get(largest).name(),
          PERCENT * share,
          share * whole.sessions(),
          whole.options().exchangeEmpty
              ? "without --exchange-empty, which lets several writers share it, or"
              : "",
          fit,
          fit == 1 ? "writer" : "writers");
    } else if (whole.options().exchangeEmpty && tasks == whole.sessions()) {
      text.line(
          "Whole partitions do not divide evenly between %d writers: the heaviest has %.2f times its share. %sWithout --exchange-empty, several writers share a partition.",
          tasks, heaviest * tasks, evenWriters());
    }
  }

  /** Names a number of writers that divide the partitions better, if there is one. */
  private String evenWriters() {
    int partitions = whole.plan().partitions().size();
    for (int more = 1; more <= tasks / 2; more++) {
      for (int count : List.of(tasks - more, tasks + more)) {
        WriterShares other = WriterShares.of(sample.rows(), partitions, count, false);
        double heaviest =
            other
                .estimateWriters(sample.rows(), sample.places(), whole.options().confidence)
                .stream()
                .mapToDouble(Estimate::share)
                .max()
                .orElse(0);
        if (heaviest * count <= 1 + whole.options().overload) {
          return TextLines.format("%d writers would be even. ", count);
        }
      }
    }
    return "";
  }
}
