package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.plan.CodecFigures;
import io.loadpath.benchmarks.plan.CodecPlan;
import io.loadpath.benchmarks.plan.CodecPlan.Bound;
import io.loadpath.benchmarks.plan.Plan;
import io.loadpath.benchmarks.plan.Rate;
import io.loadpath.benchmarks.statistics.Numbers;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A plan as text: the template {@code plan.ftl} with two tables. */
public final class PlanReport {
  private static final List<Bound> ORDER =
      List.of(Bound.INGEST, Bound.INFLATE, Bound.DATABASE, Bound.CPU);

  private final Plan plan;
  private final CodecPlan chosen;
  private final Rate goal;

  private PlanReport(Plan plan) {
    this.plan = plan;
    this.chosen = plan.chosen();
    this.goal = plan.goal();
  }

  public static String text(Plan plan) {
    PlanReport tables = new PlanReport(plan);
    return Templates.text(
        "plan.ftl",
        Map.of("plan", plan, "bounds", tables.bounds().lines(), "codecs", tables.codecs().lines()));
  }

  private PrintedTable<Bound> bounds() {
    return PrintedTable.of(ORDER)
        .text("", Bound::toString)
        .number("", b -> known(b) ? goal.rate(rate(b)) : null)
        .number("", b -> known(b) ? percent(rate(b) / goal.bytesPerSecond()) : "")
        .text(
            "",
            b ->
                known(b)
                    ? formula(b) + (b == chosen.bottleneck() ? "  <- the smallest" : "")
                    : "no bound known");
  }

  private double rate(Bound bound) {
    return chosen.rates().get(bound);
  }

  private boolean known(Bound bound) {
    return !Double.isInfinite(rate(bound));
  }

  private String formula(Bound bound) {
    CodecFigures codec = chosen.codec();
    String plural = chosen.units() == 1 ? "" : "s";
    String each = goal.exact(rate(bound) / chosen.units());
    return switch (bound) {
      case INGEST -> goal.exact(plan.ingest().bytesPerSecond()) + " × " + ratio(chosen);
      case INFLATE -> "%d inflater%s × %s".formatted(chosen.units(), plural, each);
      case DATABASE -> "%d session%s × %s".formatted(chosen.units(), plural, each);
      case CPU ->
          "%d core%s, %s busy ÷ %s CPU-s/%s"
              .formatted(
                  (long) plan.cores(),
                  plan.cores() == 1 ? "" : "s",
                  percent(codec.busyShare()),
                  goal.perGiga(codec.cpuSecondsPerByte().median()),
                  goal.giga());
    };
  }

  private PrintedTable<CodecPlan> codecs() {
    return PrintedTable.of(plan.codecPlans())
        .text("codec", o -> o.codec().name())
        .number("ratio", PlanReport::ratio)
        .number("inbound", o -> goal.digits(o.inboundForGoal()))
        .number("a unit", o -> unitKnown(o) ? goal.digits(unit(o)) : null)
        .number("units", o -> unitKnown(o) ? o.unitsForGoal() : null)
        .number("CPU-s/" + goal.giga(), o -> goal.perGiga(o.codec().cpuSecondsPerByte().median()))
        .number("inflate", o -> goal.perGiga(o.codec().inflateSecondsPerByte()))
        .number("cores", o -> Numbers.threeDigits(o.coresForGoal().median()))
        .number("gives", o -> goal.digits(o.bytesPerSecond()))
        .text(
            "",
            o ->
                (o.reached() ? "reached" : o.bottleneck() + "-bound")
                    + (o == chosen ? "  <- chosen" : ""));
  }

  private static String ratio(CodecPlan o) {
    return Numbers.fixed(o.codec().ratio(), 2);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, share < 0.1 ? "%.1f %%" : "%.0f %%", 100 * share);
  }

  private static double unit(CodecPlan o) {
    return o.codec().unitBytesPerSecond().median();
  }

  private static boolean unitKnown(CodecPlan o) {
    return !Double.isInfinite(unit(o));
  }
}
