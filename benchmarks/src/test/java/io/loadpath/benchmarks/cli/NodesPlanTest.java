package io.loadpath.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.plan.ClusterRecords;
import io.loadpath.benchmarks.plan.LoadRecords;
import io.loadpath.benchmarks.record.RecordFile;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodesPlanTest {
  @RegisterExtension final Printed printed = new Printed();

  @TempDir private Path folder;

  @Test
  void aTableHasALineForEachNumberOfNodesAndFormulasBelow() throws IOException {
    assertThat(planned(ClusterRecords.nodes(), "--nodes", "10,100,1000", "--scale", "1000"))
        .isZero();

    assertThat(printed.out())
        .contains(
            "scale    1000 = 760 GB, as many bytes as LINEITEM has",
            "ingest   10GbE = 1210 MB/s into a node, from its disks or the network (115 MiB/s",
            "nodes    2 cores and 2 containers each",
            "Q1 of 760 GB, from mapreduce-q1@cluster of 20261122T120000Z-nodes:",
            "A load of 760 GB, from sqoop-export-direct@cluster of 20261122T120000Z-nodes:",
            "By hand, on 10 nodes:",
            "time       = 6.00 s start-up + 991 s maps + 0.00111 s shuffle = 997 s",
            "By hand, on 1,000 nodes:")
        .containsPattern("nodes +containers +maps +waves +time +CPU-s +CPU-s/GB +vcore-s +bound by")
        .containsPattern("10 +20 +5,662 +284 +16.6 min +20800 +27.4 +20000 +cores")
        .containsPattern("100 +200 +5,662 +29 +107 s +20800 +27.4 +18200 +cores")
        .containsPattern("1,000 +2,000 +5,662 +3 +16.5 s +20800 +27.4 +18000 +start-up")
        .containsPattern("10 +20 +4 +1 +68.0 min +19000 +25.0 +20400 +database")
        .doesNotContain("off by");
    assertThat(printed.err()).isEmpty();
  }

  @Test
  void containersAndIngestOfANodeAreTheUsers() throws IOException {
    planned(
        ClusterRecords.nodes(),
        "--nodes",
        "10",
        "--scale",
        "1000",
        "--containers",
        "4",
        "--ingest",
        "50MB/s");

    assertThat(printed.out())
        .contains(
            "ingest   50MB/s = 50.0 MB/s into a node", "nodes    2 cores and 4 containers each")
        .containsPattern("10 +40 +5,662 +142 .* ingest");
  }

  @Test
  void aCheckSetsForecastsAgainstTheRunsOfTheRecord() throws IOException {
    assertThat(planned(ClusterRecords.nodes(), "--nodes", "10", "--scale", "1", "--check"))
        .isZero();
    assertThat(printed.out())
        .contains(
            "Q1, forecast from the runs with other numbers of containers and from all",
            "within the 20 % allowed")
        .containsPattern("1 +12 +12 +33.0 s +29.4 s +\\+12.2 %");
    printed.reset();

    assertThat(planned(ClusterRecords.slowExport(), "--nodes", "10", "--scale", "1", "--check"))
        .isEqualTo(1);
    assertThat(printed.out()).contains("beyond the 20 % allowed");
  }

  @Test
  void aJobThatTheRecordLacksIsNamedBesideTheOther() throws IOException {
    RunRecord both = ClusterRecords.nodes();
    RunRecord loads =
        Records.with(
            both,
            "variants",
            both.variants().stream().filter(v -> v.measures().equals("export")).toList(),
            "samples",
            both.samples().stream().filter(s -> s.variant().startsWith("sqoop")).toList());

    assertThat(planned(loads, "--nodes", "10", "--scale", "1000")).isZero();

    assertThat(printed.out())
        .contains("A load of 760 GB")
        .contains(
            "Q1 is not forecast: 20261122T120000Z-nodes has no verified run of Q1 by MapReduce on a"
                + " cluster; 'bin/loadpath run nodes' makes");
  }

  @Test
  void aRecordThatFitsNeitherJobIsExitCode1() throws IOException {
    assertThat(planned(LoadRecords.codecs(), "--nodes", "10", "--scale", "1000")).isEqualTo(1);

    assertThat(printed.err())
        .contains("Q1 is not forecast: ", "A load is not forecast: ", "'bin/loadpath run nodes'");
    assertThat(printed.out()).isEmpty();
  }

  @Test
  void theNewestRecordThatFitsIsTheDefault() throws IOException {
    Files.writeString(folder.resolve("notes.json"), "{}");
    keep(ClusterRecords.nodes(), "b", "2026-11-22T10:00:00Z");
    keep(ClusterRecords.nodes(), "a", "2026-11-22T11:00:00Z");
    keep(LoadRecords.codecs(), "c", "2026-11-22T12:00:00Z");

    assertThat(NodesPlan.newest(folder).id()).isEqualTo("a");
  }

  @Test
  void aFolderWithoutAFittingRecordSaysWhichRunMakesOne() throws IOException {
    keep(LoadRecords.codecs(), "c", "2026-11-22T12:00:00Z");
    for (Path empty : new Path[] {folder, folder.resolve("not-there")}) {
      assertThatThrownBy(() -> NodesPlan.newest(empty))
          .isInstanceOf(LoadpathException.class)
          .hasMessage(
              "no record in %s has what a forecast of Q1 takes; 'bin/loadpath run nodes' makes one"
                  .formatted(empty));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--nodes=0 --scale=1, '--nodes: 0 is not from 1 to 100000'",
    "--nodes=10 --scale=0, '--scale: 0.0 is not between 0 and 100000'",
    "--nodes=10, '--scale is missing, for example --scale 1000'",
    "--nodes=10 --scale=1 --containers=0, '--containers: 0 is not from 1 to 100000'",
    "--nodes=10 --scale=1 --goal=1TiB/h, '--goal and --nodes are two questions: ask one'",
    "--nodes=10 --scale=1 --cores=2, '--cores goes with --goal'",
    "--goal=1TiB/h --ingest=10GbE --scale=1, '--scale goes with --nodes'",
    "--goal=1TiB/h --ingest=10GbE --containers=1, '--containers goes with --nodes'",
    "--nodes=10 --scale=1 --ingest=fast, '--ingest: ''fast'' is no rate'"
  })
  void wrongUsageIsExitCode2(String options, String message) {
    assertThat(
            Commands.execute(
                Stream.concat(Stream.of("plan"), Stream.of(options.split(" ")))
                    .toArray(String[]::new)))
        .isEqualTo(2);
    assertThat(printed.err()).contains(message);
    assertThat(printed.out()).isEmpty();
  }

  private void keep(RunRecord record, String id, String startedAt) throws IOException {
    RecordFile.write(
        Records.with(record, "id", id, "startedAt", Instant.parse(startedAt)),
        folder.resolve(id + ".json"));
  }

  private int planned(RunRecord record, String... options) throws IOException {
    Path file = folder.resolve("record.json");
    RecordFile.write(record, file);
    return Commands.execute(
        Stream.concat(Stream.of("plan", "--record", file.toString()), Stream.of(options))
            .toArray(String[]::new));
  }
}
