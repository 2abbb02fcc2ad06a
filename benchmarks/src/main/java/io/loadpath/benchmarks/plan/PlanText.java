package io.loadpath.benchmarks.plan;

import io.loadpath.benchmarks.statistics.Estimate;
import io.loadpath.benchmarks.statistics.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;

/** A plan in sentences, with the formulas that a reader needs to do it again by hand. */
public final class PlanText {
  private final Plan plan;
  private final CodecPlan chosen;
  private final Wording words;

  public PlanText(Plan plan) {
    this.plan = plan;
    this.chosen = plan.chosen();
    this.words = new Wording(plan.goal());
  }

  public List<String> question() {
    Ingest ingest = plan.ingest();
    return List.of(
        "goal     %s = %s".formatted(plan.goal().text(), words.exact(goal())),
        "ingest   %s = %s%s"
            .formatted(
                ingest.text(),
                words.exact(ingest.bytesPerSecond()),
                ingest.note().isEmpty() ? "" : " (" + ingest.note() + ")"),
        "cores    "
            + (Double.isInfinite(plan.cores())
                ? "as many as it takes; --cores N sets a bound"
                : Long.toString((long) plan.cores())),
        "figures  " + source());
  }

  private String source() {
    LoadFigures figures = plan.figures();
    StringJoiner source = new StringJoiner(" ").add(figures.source());
    if (figures.path() != null) {
      source.add("of").add(figures.path());
      figures.parameters().forEach((name, value) -> source.add(name + "=" + value));
    }
    return source.toString();
  }

  /** The verdict, the codec, and the reasons for it. */
  public List<String> answer() {
    List<String> lines = new ArrayList<>();
    lines.add(chosen.reached() ? reached() : missed());
    if (!chosen.reached()) {
      lines.add("It would take " + remedies() + ".");
    }
    lines.add("Why not a weaker codec: " + judged(plan.weaker(), "weaker") + ".");
    lines.add("Why not a stronger codec: " + judged(plan.stronger(), "stronger") + ".");
    study().ifPresent(lines::add);
    return lines;
  }

  private String reached() {
    return "%s reaches the goal: %s; %s; %s inbound of %s. The first to give way would be %s."
        .formatted(
            chosen.codec().name(),
            words.unitsForGoal(chosen),
            words.coresForGoal(chosen),
            words.rate(chosen.inboundForGoal()),
            words.rate(plan.ingest().bytesPerSecond()),
            chosen.bottleneck());
  }

  private String missed() {
    double low = chosen.lowBytesPerSecond();
    double high = chosen.highBytesPerSecond();
    return "The goal is out of reach: %s in %s gives %s%s, %s of it, because it is %s. What the goal loads in an hour takes %s minutes more."
        .formatted(
            chosen.codec().name(),
            words.files(chosen.units()),
            words.rate(chosen.bytesPerSecond()),
            low == high ? "" : " (%s–%s)".formatted(words.digits(low), words.digits(high)),
            words.percent(chosen.bytesPerSecond() / goal()),
            chosen.bottleneck().words(),
            Numbers.threeDigits(chosen.minutesOver()));
  }

  /** The ways to the goal: more cores, more ingest, or a codec that was not measured. */
  private String remedies() {
    StringJoiner ways = new StringJoiner(", or ");
    CodecPlan aim = plan.forGoal();
    if (aim.rates().get(Bottleneck.INGEST) >= goal()) {
      ways.add(
          "%s and %s with %s"
              .formatted(words.coresForGoal(aim), words.unitsForGoal(aim), aim.codec().name()));
    }
    plan.codecPlans().stream()
        .filter(o -> o.rates().get(Bottleneck.CPU) >= goal())
        .max(Comparator.comparingDouble(o -> o.codec().ratio()))
        .ifPresent(
            o ->
                ways.add(
                    "%s, or a codec that shrinks to 1/%s for as little CPU"
                        .formatted(
                            ingestFor(o),
                            Numbers.threeDigits(goal() / plan.ingest().bytesPerSecond()))));
    return ways.length() == 0
        ? words.coresForGoal(chosen) + " and " + ingestFor(chosen)
        : ways.toString();
  }

  private String ingestFor(CodecPlan o) {
    return "%s of ingest with %s".formatted(words.rate(o.inboundForGoal()), o.codec().name());
  }

  private String judged(Optional<CodecPlan> other, String strength) {
    return other
        .map(o -> "%s (%s:1) %s".formatted(o.codec().name(), words.ratio(o), judged(o)))
        .orElse("no %s one was measured".formatted(strength));
  }

  private String judged(CodecPlan o) {
    if (chosen.reached() && !o.reached()) {
      return "misses the goal, it is %s at %s: %s minutes over for what the goal loads in an hour"
          .formatted(
              o.bottleneck().words(),
              words.rate(o.bytesPerSecond()),
              Numbers.threeDigits(o.minutesOver()));
    }
    String gain =
        chosen.reached()
            ? "for no gain, as %s fits through %s already"
                .formatted(
                    words.rate(chosen.inboundForGoal()), words.rate(plan.ingest().bytesPerSecond()))
            : "and gives %s, %s".formatted(words.rate(o.bytesPerSecond()), o.bottleneck().words());
    return againstChosen(o.codec()) + ", " + gain;
  }

  private String againstChosen(CodecFigures other) {
    Estimate theirs = other.coreSecondsPerByte();
    Estimate ours = chosen.codec().coreSecondsPerByte();
    boolean single = plan.figures().path() != null && theirs.samples() + ours.samples() == 2;
    boolean apart = theirs.low() > ours.high() || theirs.high() < ours.low();
    return "takes %s CPU-s/%s instead of %s, %s of them to inflate%s"
        .formatted(
            words.perGiga(other.cpuSecondsPerByte().median()),
            words.giga(),
            words.perGiga(chosen.codec().cpuSecondsPerByte().median()),
            words.perGiga(other.inflateSecondsPerByte()),
            single ? " (one run each)" : apart ? "" : " (no difference shown)");
  }

  /** The answers as the study gives them; it writes MB for MiB and cuts decimals. */
  private Optional<String> study() {
    return plan.weaker()
        .filter(plain -> plan.figures().path() == null && !plain.reached())
        .map(
            plain ->
                "As the study puts it, with MB for MiB: %d MB/s inbound, %d units, about %d cores, %d minutes over budget uncompressed."
                    .formatted(
                        (long) (chosen.inboundForGoal() / Rate.BYTES_PER_MIB),
                        chosen.unitsForGoal(),
                        Math.round(chosen.coresForGoal().median()),
                        Math.round(plain.minutesOver())));
  }

  /** The formulas of what the goal takes, with the numbers in them. */
  public List<String> byHand() {
    CodecPlan aim = plan.forGoal();
    CodecFigures codec = aim.codec();
    double unit = codec.unitBytesPerSecond().median();
    double cores = aim.coresForGoal().median();
    String wanted = words.exact(goal());
    List<String> lines = new ArrayList<>();
    lines.add(
        "inbound = %s ÷ %s = %s"
            .formatted(wanted, words.ratio(aim), words.exact(aim.inboundForGoal())));
    if (!Double.isInfinite(unit)) {
      lines.add(
          "units   = %s ÷ %s = %s, so %d"
              .formatted(
                  wanted,
                  words.exact(unit),
                  Numbers.threeDigits(goal() / unit),
                  aim.unitsForGoal()));
    }
    lines.add(
        "cores   = %s × %s CPU-s/%s ÷ %s%s = %s, so %d"
            .formatted(
                wanted,
                words.perGiga(codec.cpuSecondsPerByte().median()),
                words.giga(),
                plan.goal().binary() ? "1024" : "1000",
                codec.busyShare() == 1
                    ? ""
                    : " ÷ %s busy".formatted(words.percent(codec.busyShare())),
                Numbers.threeDigits(cores),
                Wording.whole(cores)));
    return lines;
  }

  public List<String> remarks() {
    List<String> lines = new ArrayList<>();
    CodecFigures codec = chosen.codec();
    if (codec.rates().size() > 1) {
      lines.add("measured: " + codec.name() + ": " + scaling(codec));
    }
    codec
        .start()
        .ifPresent(
            start ->
                lines.add(
                    "measured: a load of %s takes %s s and %s CPU-s to start, by one run on %s rows; no figure above has this in it"
                        .formatted(
                            words.files(codec.coreFiles()),
                            Numbers.threeDigits(start.seconds()),
                            Numbers.threeDigits(start.cpuSeconds()),
                            Numbers.count(start.rows()))));
    Estimate runs = codec.coreSecondsPerByte();
    switch (runs.spread()) {
      case NONE -> {}
      case RANGE -> lines.add(intervals("lowest to highest of %d runs".formatted(runs.samples())));
      case INTERVAL_95 ->
          lines.add(intervals("95 %% for the median of %d runs".formatted(runs.samples())));
    }
    plan.figures().notes().forEach(note -> lines.add("note: " + note));
    return lines;
  }

  private static String intervals(String kind) {
    return "intervals: the plan again, with every figure at either end of its own interval, "
        + kind;
  }

  private String scaling(CodecFigures codec) {
    int fewest = codec.rates().firstKey();
    double one = codec.rates().get(fewest).median() / fewest;
    StringJoiner rates = new StringJoiner(", ");
    codec
        .rates()
        .forEach(
            (files, r) ->
                rates.add(
                    "%s %s (%s ×)"
                        .formatted(
                            words.files(files),
                            words.rate(r.median()),
                            Numbers.fixed(r.median() / one, 2))));
    return rates.toString();
  }

  private double goal() {
    return plan.goal().bytesPerSecond();
  }
}
