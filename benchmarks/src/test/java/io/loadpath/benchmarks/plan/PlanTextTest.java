package io.loadpath.benchmarks.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PlanTextTest {
  private static final LoadFigures FIGURES = RecordFigures.of(LoadRecords.codecs());

  @Test
  void aGoalWithinReachIsAnsweredWithWhatItTakesAndWhyNoOtherCodec() {
    List<String> answer = text("50MB/s", "30MB/s", 8).answer();

    assertThat(answer)
        .containsExactly(
            "gzip-3 reaches the goal: 2 files with a session and an inflater each; 3 cores; 23.8 MB/s"
                + " inbound of 30.0 MB/s. The first to give way would be ingest.",
            "Why not a weaker codec: none (1.00:1) misses the goal, it is ingest-bound at 30.0 MB/s:"
                + " 40.0 minutes over for what the goal loads in an hour.",
            "Why not a stronger codec: zstd-3 (2.60:1) takes 44.3 CPU-s/GB instead of 41.4, 10.0 of"
                + " them to inflate, for no gain, as 23.8 MB/s fits through 30.0 MB/s already.");
  }

  @Test
  void aGoalOutOfReachIsAnsweredWithHowMuchIsMissingAndWhatWouldHelp() {
    assertThat(text("80MB/s", "1GB/s", 2).answer())
        .startsWith(
            "The goal is out of reach: none in 2 files gives 55.6 MB/s (55.1–56.0), 69 % of it,"
                + " because it is CPU-bound. What the goal loads in an hour takes 26.4 minutes more.",
            "It would take 3 cores and 3 files with a session and an inflater each with none.");
    assertThat(text("80MB/s", "10MB/s", 8).answer().get(1))
        .isEqualTo(
            "It would take 30.8 MB/s of ingest with zstd-3, or a codec that shrinks to 1/8.00 for as little CPU.");
    assertThat(text("80MB/s", "10MB/s", 1).answer().get(1))
        .isEqualTo("It would take 4 cores and 30.8 MB/s of ingest with zstd-3.");
  }

  @Test
  void aDifferenceThatTheRunsDoNotShowIsCalledThat() {
    LoadRecords one = new LoadRecords(1_000_000).load("none", 2, 1, 0, 2.1, 1.2);
    one.load("gzip-3", 2, 2.1, 0.5, 2.1, 1.3);
    LoadRecords two = new LoadRecords(1_000_000).load("none", 2, 1, 0, 2.1, 1.2, 1.4);
    two.load("gzip-3", 2, 2.1, 0.5, 2.1, 1.3, 1.5);

    assertThat(whyNotStronger(one)).contains("7.14 of them to inflate (one run each), for no gain");
    assertThat(whyNotStronger(two)).contains("to inflate (no difference shown), for no gain");
  }

  private static String whyNotStronger(LoadRecords records) {
    LoadFigures figures = RecordFigures.of(records.record());
    Plan plan = Plan.of(figures, Rate.parse("10MB/s", ""), Ingest.parse("1GB/s", ""), 2);
    return new PlanText(plan).answer().get(2);
  }

  @Test
  void theFormulasGiveWhatTheySay() {
    for (String goal : List.of("1TiB/h", "50MB/s", "2GB/s")) {
      PlanText text = text(goal, "2x1GbE", 64);
      Plan plan = plan(goal, "2x1GbE", 64);
      String all = String.join("\n", text.byHand());
      Matcher inbound = formula("inbound = (\\S+) \\S+ ÷ (\\S+) = (\\S+)", all);
      assertThat(number(inbound, 1) / number(inbound, 2))
          .isCloseTo(number(inbound, 3), within(0.01 * number(inbound, 3)));
      Matcher units = formula("units   = (\\S+) \\S+ ÷ (\\S+) \\S+ = (\\S+), so (\\d+)", all);
      assertThat(number(units, 1) / number(units, 2))
          .isCloseTo(number(units, 3), within(0.01 * number(units, 3)));
      assertThat(number(units, 4)).isEqualTo(plan.chosen().unitsForGoal());
      Matcher cores =
          formula(
              "cores   = (\\S+) \\S+ × (\\S+) CPU-s/Gi?B ÷ (\\d+) ÷ (\\d+) % busy = (\\S+), so (\\d+)",
              all);
      assertThat(number(cores, 1) * number(cores, 2) / number(cores, 3) / (number(cores, 4) / 100))
          .isCloseTo(number(cores, 5), within(0.02 * number(cores, 5)));
      assertThat(number(cores, 6)).isEqualTo(Math.ceil(plan.chosen().coresForGoal().median()));
    }
  }

  @Test
  void whatTheFiguresRestOnIsSaid() {
    assertThat(text("50MB/s", "1GB/s", 2).remarks())
        .contains("measured: none: 1 file 34.3 MB/s (1.00 ×), 2 files 55.6 MB/s (1.62 ×)")
        .contains(
            "intervals: the plan again, with every figure at either end of its own interval, lowest"
                + " to highest of 2 runs");
  }

  private static Plan plan(String goal, String ingest, int cores) {
    return Plan.of(FIGURES, Rate.parse(goal, ""), Ingest.parse(ingest, ""), cores);
  }

  private static PlanText text(String goal, String ingest, int cores) {
    return new PlanText(plan(goal, ingest, cores));
  }

  private static Matcher formula(String pattern, String text) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    assertThat(matcher.find()).as("%s in %s", pattern, text).isTrue();
    return matcher;
  }

  private static double number(Matcher formula, int group) {
    return Double.parseDouble(formula.group(group));
  }
}
