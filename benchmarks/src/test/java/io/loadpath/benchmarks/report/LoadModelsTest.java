package io.loadpath.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.TestRecords;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadModelsTest {
  private static List<LoadModels> of(RunRecord record) {
    return LoadModels.of(Figures.of(record));
  }

  @Test
  void heapAndPartitionsCompressedAndNotStandSideBySide() {
    List<LoadModels> groups = of(SweepRecord.models(new SweepRecord()).build());

    assertThat(groups)
        .extracting(LoadModels::title)
        .containsExactlyInAnyOrder("hive-orc-load", "postgres-models");
    assertThat(group(groups, "hive-orc-load").models())
        .extracting(LoadModels.Model::name)
        .containsExactly("heap", "partitioned", "heap, zlib", "partitioned, zlib", "heap, zstd");
    assertThat(group(groups, "postgres-models").models())
        .extracting(LoadModels.Model::storedBytes)
        .containsExactly(1_300_000_000L, 1_310_000_000L);
  }

  @Test
  void barsOfAllPanelsHaveOneScale() {
    List<LoadModels.Model> models =
        of(SweepRecord.models(new SweepRecord()).build()).stream()
            .flatMap(group -> group.models().stream())
            .toList();

    assertThat(models)
        .extracting(LoadModels.Model::rate)
        .allSatisfy(bar -> assertThat(bar.length()).isBetween(bar.low(), bar.high()))
        .extracting(LoadModels.Bar::high)
        .allMatch(high -> high <= 1)
        .contains(1.0);
  }

  @Test
  void saysWhatPartitioningAndCompressingTook() {
    List<LoadModels> groups =
        of(
            new SweepRecord()
                .load("x model=heap compression=none", "none", 10, 20, 0, 1_000)
                .load("x model=partitioned compression=none", "none", 12, 25, 0, 1_000)
                .load("other model=heap compression=none", "none", 1, 1, 0, 0)
                .load("x model=heap compression=zlib", "none", 11, 26, 0, 520)
                .build());

    assertThat(groups).hasSize(1);
    assertThat(groups.get(0).findings())
        .hasSize(2)
        .anySatisfy(
            text ->
                assertThat(text)
                    .matches(
                        "Partitioning took 1\\.2\\d \\(1\\.\\d\\d–1\\.\\d\\d\\) × the CPU, .* × the"
                            + " time and 1\\.00 × the space\\."))
        .anySatisfy(
            text ->
                assertThat(text)
                    .matches("Compressing with zlib took 1\\.3.* and 0\\.52 × the space\\."));
  }

  @Test
  void oneModelAloneIsNothingToCompare() {
    assertThat(of(TestRecords.full())).isEmpty();
    assertThat(
            of(
                new SweepRecord()
                    .load("x model=heap compression=zlib", "none", 10, 20, 0, 0)
                    .load("x model=heap compression=zstd", "none", 10, 20, 0, 0)
                    .build()))
        .isEmpty();
  }

  private static LoadModels group(List<LoadModels> groups, String title) {
    return groups.stream().filter(g -> g.title().equals(title)).findFirst().orElseThrow();
  }
}
