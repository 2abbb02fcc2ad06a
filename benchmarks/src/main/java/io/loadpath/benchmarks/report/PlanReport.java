package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.plan.Bottleneck;
import io.loadpath.benchmarks.plan.CodecFigures;
import io.loadpath.benchmarks.plan.CodecPlan;
import io.loadpath.benchmarks.plan.Plan;
import io.loadpath.benchmarks.plan.PlanText;
import io.loadpath.benchmarks.plan.Wording;
import io.loadpath.benchmarks.statistics.Numbers;
import java.util.ArrayList;
import java.util.List;

/** A plan on a terminal. */
public final class PlanReport {
  private static final List<Bottleneck> ORDER =
      List.of(Bottleneck.INGEST, Bottleneck.INFLATE, Bottleneck.DATABASE, Bottleneck.CPU);

  private final Plan plan;
  private final CodecPlan chosen;
  private final Wording words;

  private PlanReport(Plan plan) {
    this.plan = plan;
    this.chosen = plan.chosen();
    this.words = new Wording(plan.goal());
  }

  public static List<String> lines(Plan plan) {
    PlanText text = new PlanText(plan);
    PlanReport tables = new PlanReport(plan);
    List<String> lines = new ArrayList<>(text.question());
    lines.add("");
    lines.addAll(text.answer());
    lines.add("");
    lines.add(tables.boundsTitle());
    indent(lines, tables.bounds().lines());
    lines.add("");
    lines.add(
        "What the goal needs with each codec, and what it gets, in %s:"
            .formatted(plan.goal().unit()));
    indent(lines, tables.codecs().lines());
    lines.add("");
    lines.add("By hand, for the goal with " + plan.forGoal().codec().name() + ":");
    indent(lines, text.byHand());
    lines.add("");
    lines.addAll(text.remarks());
    return lines;
  }

  private static void indent(List<String> lines, List<String> more) {
    more.forEach(line -> lines.add("  " + line));
  }

  private String boundsTitle() {
    return "The rate is the smallest of four, here with %s in %s%s:"
        .formatted(
            chosen.codec().name(),
            words.files(chosen.units()),
            Double.isInfinite(plan.cores()) ? "" : " on " + words.cores(plan.cores()));
  }

  private Table<Bottleneck> bounds() {
    return Table.of(ORDER)
        .text("", Bottleneck::toString)
        .number("", b -> known(b) ? words.rate(rate(b)) : null)
        .number("", b -> known(b) ? words.percent(rate(b) / plan.goal().bytesPerSecond()) : "")
        .text("", b -> known(b) ? formula(b) + mark(b) : "no bound known");
  }

  private double rate(Bottleneck bottleneck) {
    return chosen.rates().get(bottleneck);
  }

  private boolean known(Bottleneck bottleneck) {
    return !Double.isInfinite(rate(bottleneck));
  }

  private String mark(Bottleneck bottleneck) {
    return bottleneck == chosen.bottleneck() ? "  <- the smallest" : "";
  }

  private String formula(Bottleneck bottleneck) {
    CodecFigures codec = chosen.codec();
    String each = words.exact(rate(bottleneck) / chosen.units());
    return switch (bottleneck) {
      case INGEST -> words.exact(plan.ingest().bytesPerSecond()) + " × " + words.ratio(chosen);
      case INFLATE -> words.count(chosen.units(), "inflater") + " × " + each;
      case DATABASE -> words.count(chosen.units(), "session") + " × " + each;
      case CPU ->
          "%s, %s busy ÷ %s CPU-s/%s"
              .formatted(
                  words.cores(plan.cores()),
                  words.percent(codec.busyShare()),
                  words.perGiga(codec.cpuSecondsPerByte().median()),
                  words.giga());
    };
  }

  private Table<CodecPlan> codecs() {
    return Table.of(plan.codecPlans())
        .text("codec", o -> o.codec().name())
        .number("ratio", words::ratio)
        .number("inbound", o -> words.digits(o.inboundForGoal()))
        .number("a unit", o -> unitKnown(o) ? words.digits(unit(o)) : null)
        .number("units", o -> unitKnown(o) ? o.unitsForGoal() : null)
        .number("CPU-s/" + words.giga(), o -> words.perGiga(o.codec().cpuSecondsPerByte().median()))
        .number("inflate", o -> words.perGiga(o.codec().inflateSecondsPerByte()))
        .number("cores", o -> Numbers.threeDigits(o.coresForGoal().median()))
        .number("gives", o -> words.digits(o.bytesPerSecond()))
        .text(
            "",
            o ->
                (o.reached() ? "reached" : o.bottleneck().words())
                    + (o == chosen ? "  <- chosen" : ""));
  }

  private static double unit(CodecPlan o) {
    return o.codec().unitBytesPerSecond().median();
  }

  private static boolean unitKnown(CodecPlan o) {
    return !Double.isInfinite(unit(o));
  }
}
