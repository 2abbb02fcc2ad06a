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
  void everyFormTellsThePlacesAndTheSourceOfTheStages() throws IOException {
    String page = ReportRecords.html(record);
    Golden.matches("places-head.txt", Golden.section(page, null));
    Golden.matches("places-stages.txt", Golden.section(page, "stages-title"));
    Golden.matches("places.md", ReportRecords.markdown(record));
    Golden.matches("places.csv", ReportRecords.rendered(Report::csv, figures));
    Golden.matches("places-terminal.txt", String.join("\n", ResultTable.lines(figures)) + "\n");
    assertThat(page).contains("hdfs://nn1, 12 workers with 96 vcores</dd>");
  }

  @Test
  void twoRecordsAreComparedPlaceByPlace() {
    assertThat(RecordComparison.of(record, record).toString())
        .contains("load@cluster files=2", "load@nn1 files=2");
  }
}
