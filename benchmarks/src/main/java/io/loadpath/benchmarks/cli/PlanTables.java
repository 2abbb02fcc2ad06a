package io.loadpath.benchmarks.cli;

import io.loadpath.benchmarks.plan.Bottleneck;
import io.loadpath.benchmarks.plan.CodecFigures;
import io.loadpath.benchmarks.plan.CodecPlan;
import io.loadpath.benchmarks.plan.Plan;
import io.loadpath.benchmarks.plan.PlanText;
import io.loadpath.benchmarks.plan.Wording;
import io.loadpath.benchmarks.report.TextTable;
import io.loadpath.benchmarks.statistics.Numbers;
import java.util.ArrayList;
import java.util.List;

/** A plan on a terminal. */
final class PlanTables {
  private static final List<Bottleneck> ORDER =
      List.of(Bottleneck.INGEST, Bottleneck.INFLATE, Bottleneck.DATABASE, Bottleneck.CPU);
  private static final String UNKNOWN = "-";

  private final Plan plan;
  private final CodecPlan chosen;
  private final Wording words;

  private PlanTables(Plan plan) {
    this.plan = plan;
    this.chosen = plan.chosen();
    this.words = new Wording(plan.goal());
  }

  static List<String> lines(Plan plan) {
    PlanText text = new PlanText(plan);
    PlanTables tables = new PlanTables(plan);
    List<String> lines = new ArrayList<>(text.question());
    lines.add("");
    lines.addAll(text.answer());
    lines.add("");
    lines.addAll(tables.bounds());
    lines.add("");
    lines.addAll(tables.codecs());
    lines.add("");
    lines.add("By hand, for the goal with " + plan.forGoal().codec().name() + ":");
    lines.addAll(indented(text.byHand()));
    lines.add("");
    lines.addAll(text.remarks());
    return lines;
  }

  /** What each bound lets through. */
  private List<String> bounds() {
    List<List<String>> rows = new ArrayList<>();
    for (Bottleneck bottleneck : ORDER) {
      double bytes = chosen.rates().get(bottleneck);
      String mark = bottleneck == chosen.bottleneck() ? "  <- the smallest" : "";
      rows.add(
          Double.isInfinite(bytes)
              ? List.of(bottleneck.toString(), UNKNOWN, "", "no bound known")
              : List.of(
                  bottleneck.toString(),
                  words.rate(bytes),
                  words.percent(bytes / plan.goal().bytesPerSecond()),
                  formula(bottleneck) + mark));
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        "The rate is the smallest of four, here with %s in %s%s:"
            .formatted(
                chosen.codec().name(),
                words.files(chosen.units()),
                Double.isInfinite(plan.cores()) ? "" : " on " + words.cores(plan.cores())));
    lines.addAll(indented(TextTable.lines(rows)));
    return lines;
  }

  private String formula(Bottleneck bottleneck) {
    CodecFigures codec = chosen.codec();
    double each = chosen.rates().get(bottleneck) / chosen.units();
    return switch (bottleneck) {
      case INGEST -> words.exact(plan.ingest().bytesPerSecond()) + " × " + words.ratio(chosen);
      case INFLATE -> words.count(chosen.units(), "inflater") + " × " + words.exact(each);
      case DATABASE -> words.count(chosen.units(), "session") + " × " + words.exact(each);
      case CPU ->
          "%s, %s busy ÷ %s CPU-s/%s"
              .formatted(
                  words.cores(plan.cores()),
                  words.percent(codec.busyShare()),
                  words.perGiga(codec.cpuSecondsPerByte().median()),
                  words.giga());
    };
  }

  /** What the goal needs with each codec, and what it gets. */
  private List<String> codecs() {
    List<List<String>> rows = new ArrayList<>();
    String perGiga = "CPU-s/" + words.giga();
    rows.add(
        List.of(
            "codec", "ratio", "inbound", "a unit", "units", perGiga, "inflate", "cores", "gives",
            ""));
    for (CodecPlan o : plan.codecPlans()) {
      CodecFigures codec = o.codec();
      double unit = codec.unitBytesPerSecond().median();
      rows.add(
          List.of(
              codec.name(),
              words.ratio(o),
              words.digits(o.inboundForGoal()),
              Double.isInfinite(unit) ? UNKNOWN : words.digits(unit),
              Double.isInfinite(unit) ? UNKNOWN : Long.toString(o.unitsForGoal()),
              words.perGiga(codec.cpuSecondsPerByte().median()),
              words.perGiga(codec.inflateSecondsPerByte()),
              Numbers.threeDigits(o.coresForGoal().median()),
              words.digits(o.bytesPerSecond()),
              (o.reached() ? "reached" : o.bottleneck().words())
                  + (o == chosen ? "  <- chosen" : "")));
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        "What the goal needs with each codec, and what it gets, in %s:"
            .formatted(plan.goal().unit()));
    lines.addAll(indented(TextTable.lines(rows)));
    return lines;
  }

  private static List<String> indented(List<String> lines) {
    return lines.stream().map(line -> "  " + line).toList();
  }
}
