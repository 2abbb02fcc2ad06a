package io.loadpath.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.loadpath.benchmarks.UsageException;
import io.loadpath.benchmarks.plan.CodecPlan;
import io.loadpath.benchmarks.plan.LoadFigures;
import io.loadpath.benchmarks.plan.LoadRecords;
import io.loadpath.benchmarks.plan.Plan;
import io.loadpath.benchmarks.plan.Rate;
import io.loadpath.benchmarks.plan.RecordFigures;
import io.loadpath.benchmarks.record.RunRecord;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Compares the planner in the page with the planner of the command. */
@Timeout(180)
class PlannerPanelIT extends InBrowser {
  private static final List<String> GOALS =
      List.of("1TiB/h", "1.5 TB/h", "20MB/s", "300MiB/s", "60GB/min", "8Gbit/s", "1PB/s");
  private static final List<String> INGESTS =
      List.of("2x1GbE", "10GbE", "1 × 2.5gbe", "15MB/s", "35MiB/s", "1TB/s");
  private static final List<Integer> CORES = List.of(1, 2, 3, 16, 1000);
  private static final List<String> NO_RATES =
      List.of("", "fast", "1", "-1MB/s", "1,5TB/h", "1Gb/s", "0MB/s", "1e3MB/s", "9999999PB/s");

  @Test
  void thePageAnswersWhatTheCommandAnswers() throws Exception {
    for (RunRecord record : List.of(LoadRecords.codecs(), ReportRecords.full())) {
      open(record);
      LoadFigures figures = RecordFigures.of(record);
      for (String goal : GOALS) {
        for (String ingest : INGESTS) {
          for (int cores : CORES) {
            Plan plan = Plan.of(figures, Rate.parse(goal, ""), Rate.parseIngest(ingest, ""), cores);
            String what = goal + " " + ingest + " " + cores;
            JsonNode page = computed(goal, ingest, cores);
            same(page.get(0), plan.chosen(), what);
            same(page.get(1), plan.forGoal(), "for the goal: " + what);
          }
        }
      }
    }
  }

  @Test
  void thePageRefusesTheSameInputAsTheCommand() throws Exception {
    open(LoadRecords.codecs());
    for (String text : NO_RATES) {
      assertThat(tab.eval("Number.isNaN(planRate('%s', false))".formatted(text)).asBoolean())
          .as(text)
          .isTrue();
      assertThatThrownBy(() -> Rate.parse(text, "")).isInstanceOf(UsageException.class);
    }
    set("goal", "fast");
    assertThat(answer())
        .isEqualTo(
            "No plan, because of goal: write rates like the examples, cores as a whole number.");
    assertThat(text("document.getElementById('plan-goal').ariaInvalid")).isEqualTo("true");
    assertThat(count("#plan-list dt")).isZero();
    set("goal", "50MB/s");
    set("cores", "0");
    assertThat(answer())
        .isEqualTo(
            "No plan, because of cores: write rates like the examples, cores as a whole number.");
  }

  @Test
  void thePanelFollowsItsFields() throws Exception {
    open(LoadRecords.codecs());
    assertThat(answer())
        .startsWith(
            "Out of reach: none in 2 files gives 53.0 MiB/s (52.6–53.4), 18.2 % of the goal");
    set("goal", "50MB/s");
    set("ingest", "30MB/s");
    set("cores", "8");
    assertThat(answer()).isEqualTo("gzip-3 reaches the goal; the tightest limit is ingest.");
    assertThat(text("document.getElementById('plan-list').innerText"))
        .contains("gzip-3, 2.10:1")
        .contains("2 = 50.0 ÷ 33.2 MB/s")
        .contains("3 = 50.0 MB/s × 41.4 CPU-s/GB ÷ 1000 ÷ 96.0 % busy")
        .contains("23.8 MB/s = 50.0 ÷ 2.10; ingest brings 30.0")
        .contains("ingest 63.0");
  }

  @Test
  void aPhoneHasRoomForThePanel() throws Exception {
    tab.size(PHONE_WIDTH, PHONE_HEIGHT);
    open(LoadRecords.codecs());
    assertThat(pageWidth()).isLessThanOrEqualTo(PHONE_WIDTH);
    assertThat(
            countWhere(
                "#planner input",
                "e.labels.length !== 1 || e.getBoundingClientRect().right > " + PHONE_WIDTH))
        .isZero();
  }

  @Test
  void withoutScriptsThePlanIsThereAsText() throws Exception {
    openWithoutScripts(LoadRecords.codecs());
    assertThat(count("#planner")).isEqualTo(1);
    assertThat(visible("#planner")).isZero();
    assertThat(text("document.body.innerText"))
        .contains("The goal is out of reach: none in 2 files gives 53.0 MiB/s (52.6–53.4)")
        .contains("inbound = 291.3 MiB/s ÷ 2.10 = 138.7 MiB/s", "<- the smallest");
  }

  private JsonNode computed(String goal, String ingest, int cores) throws IOException {
    return tab.eval(
        "planFor("
            + "planRate('%s', false), planRate('%s', true), %d)".formatted(goal, ingest, cores));
  }

  private static void same(JsonNode page, CodecPlan command, String what) {
    assertThat(page.at("/codec/name").asText()).as(what).isEqualTo(command.codec().name());
    assertThat(page.path("bound").asText()).as(what).isEqualTo(command.bottleneck().toString());
    assertThat(page.path("reached").asBoolean()).as(what).isEqualTo(command.reached());
    assertThat(page.path("units").asLong()).as(what).isEqualTo(command.units());
    assertThat(List.of(page.at("/goalUnits/0"), page.at("/goalUnits/1"), page.at("/goalUnits/2")))
        .as(what)
        .extracting(JsonNode::asLong)
        .containsExactly(
            command.unitsForGoal(), command.lowUnitsForGoal(), command.highUnitsForGoal());
    near(page.path("rate"), command.bytesPerSecond(), what);
    near(page.path("low"), command.lowBytesPerSecond(), what);
    near(page.path("high"), command.highBytesPerSecond(), what);
    near(page.at("/goalCores/0"), command.coresForGoal().median(), what);
    near(page.at("/goalCores/1"), command.coresForGoal().low(), what);
    near(page.at("/goalCores/2"), command.coresForGoal().high(), what);
    for (CodecPlan.Bound bound : CodecPlan.Bound.values()) {
      double rate = command.rates().get(bound);
      if (!Double.isInfinite(rate)) { // which JSON has no word for
        near(page.path("rates").path(bound.toString()), rate, what + " " + bound);
      }
    }
  }

  private static void near(JsonNode page, double command, String what) {
    assertThat(page.asDouble()).as(what).isCloseTo(command, within(1e-9 * command));
  }

  private void set(String field, String value) throws IOException {
    tab.eval(
        "(() => { const field = document.getElementById('plan-%s'); field.value = '%s';"
                .formatted(field, value)
            + " field.dispatchEvent(new Event('input', {bubbles: true})); })()");
  }

  private String answer() throws IOException {
    return text("document.getElementById('plan-answer').textContent");
  }
}
