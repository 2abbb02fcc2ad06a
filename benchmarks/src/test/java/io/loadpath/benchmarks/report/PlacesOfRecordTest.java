package io.loadpath.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.benchmarks.record.RecordBuilder;
import io.loadpath.benchmarks.record.RecordFile;
import io.loadpath.benchmarks.record.RecordSchema;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.RunRecord.PlaceInfo;
import io.loadpath.benchmarks.record.Sample.StageCpu;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.benchmarks.statistics.RecordComparison;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A record of a path on this machine, on the bundled cluster and on one of the user's. */
class PlacesOfRecordTest {
  private static final PlaceInfo BUNDLED =
      new PlaceInfo(
          "cluster", "hdfs://127.0.0.1:8020", "127.0.0.1:8032", 1, 4_000_000_000L, 2, "3.4.3");
  private static final PlaceInfo OFFICE =
      new PlaceInfo("nn1", "hdfs://nn1", "rm1,rm2", 12, 400_000_000_000L, 96, null);

  /** Three variants of one path, with two values of a parameter on the cluster. */
  private static final class PlacesRecord extends RecordBuilder {
    private PlacesRecord() {
      String data = cards(1_000_000, 70_000_000, "none", 2, 1);
      place("load files=2", null, data, List.of(new StageCpu("client", 1_000_000_000, 0)));
      List<StageCpu> stages =
          List.of(
              new StageCpu("client", 1_000_000_000, 0),
              new StageCpu("containers", 2_000_000_000, 0),
              new StageCpu("daemons", 100_000_000, 0));
      place("load@cluster files=2", "cluster", data, stages);
      place("load@cluster files=1", "cluster", data, stages);
      place(
          "load@nn1 files=2",
          "nn1",
          data,
          List.of(
              new StageCpu("client", 1_000_000_000, 0),
              new StageCpu("containers", 7_000_000_000L, 0, "CPU_MILLISECONDS")));
    }

    private void place(String id, String on, String data, List<StageCpu> cpu) {
      VariantInfo added = add(id, "hive", "load", data);
      VariantInfo placed = Records.with(added, "path", "load", "on", on);
      variants.set(variants.size() - 1, placed);
      add(TestRecords.sample(id, "cpu", cpu));
    }

    @Override
    public RunRecord build() {
      return copy().set("places", List.of(BUNDLED, OFFICE)).make();
    }
  }

  private final RunRecord record = new PlacesRecord().build();
  private final Figures figures = Figures.of(record);

  @Test
  void itsFormIsThatOfTheSchema() throws IOException {
    String json = RecordFile.toJson(record);

    assertThat(RecordSchema.violations(json)).isEmpty();
    assertThat(RecordFile.parse(json, "test")).isEqualTo(record);
  }

  @Test
  void aVariantOnlyRunsInAPlaceOfTheRecord() {
    assertThatThrownBy(() -> Records.with(record, "places", List.of(BUNDLED)))
        .hasMessage("on of variant 'load@nn1 files=2' is 'nn1', expected an id in places");
  }

  @Test
  void theTerminalsTableTellsThePlaces() {
    assertThat(String.join("\n", ResultTable.lines(figures)))
        .containsPattern("(?m)^load  ")
        .containsPattern("(?m)^load@cluster files=1 ")
        .containsPattern("(?m)^load@cluster files=2 ")
        .containsPattern("(?m)^load@nn1  ");
  }

  @Test
  void theFilesForOtherProgramsTellThePlaces() throws IOException {
    StringWriter csv = new StringWriter();
    Report.csv(figures, csv);
    assertThat(csv.toString().lines().findFirst().orElseThrow())
        .contains(",path,on,parameters,")
        .contains("stage_containers_user_seconds_per_gb", "stage_daemons_user_seconds_per_gb");
    assertThat(csv.toString())
        .contains("load files=2,load,local,", "load@cluster files=2,load,cluster,", ",load,nn1,");
    StringWriter markdown = new StringWriter();
    Report.markdown(figures, markdown);
    assertThat(markdown.toString())
        .contains("; cluster: hdfs:\\//127.0.0.1:8020, 1 worker with 2 vcores, Hadoop 3.4.3")
        .contains("; nn1: hdfs:\\//nn1, 12 workers with 96 vcores. ")
        .contains("| load@<!-- -->cluster |", "| load@<!-- -->nn1 |");
  }

  @Test
  void thePageTellsThePlacesInItsHeadAndTheStagesByTheirSource() throws IOException {
    StringWriter page = new StringWriter();
    Report.html(figures, page);
    assertThat(page.toString())
        .contains(
            "<span>cluster: hdfs://127.0.0.1:8020, 1 worker with 2 vcores, Hadoop 3.4.3</span>")
        .contains(">load@cluster<", ">load@nn1<", "containers by CPU_MILLISECONDS");
  }

  @Test
  void twoRecordsAreComparedPlaceByPlace() {
    assertThat(RecordComparison.of(record, record).toString())
        .contains("load@cluster files=2", "load@nn1 files=2");
  }
}
