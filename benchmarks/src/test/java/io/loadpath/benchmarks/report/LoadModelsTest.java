package io.loadpath.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.record.TestRecords;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadModelsTest {
  @Test
  void variantsThatDifferInTheModelAloneStandSideBySide() {
    List<LoadModels> groups = LoadModels.of(Figures.of(ReportRecords.full()));
    assertThat(groups).extracting(LoadModels::title).containsExactly("load-models, plain, 2 files");
    assertThat(groups.get(0).models())
        .extracting(LoadModels.Model::name)
        .containsExactly("heap", "partitioned", "compressed", "both");
    assertThat(groups.get(0).models())
        .extracting(LoadModels.Model::rateShare)
        .allMatch(share -> share > 0 && share <= 1)
        .contains(1.0);
    assertThat(groups.get(0).models().get(0).storedBytes()).isEqualTo(93_257_728);
  }

  @Test
  void withoutModelsThereIsNothingToShow() {
    assertThat(LoadModels.of(Figures.of(TestRecords.secondVersion()))).isEmpty();
  }
}
