package io.loadpath.benchmarks.measure;

import io.loadpath.benchmarks.suite.Measure;
import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Dataset;
import io.loadpath.datasets.Progress;
import java.io.IOException;
import java.nio.file.Path;

/** Small data for probes. */
final class TestData {
  static final int ROWS = 20_000;

  private TestData() {}

  /** Makes ALL_CARD_TRANS below {@code folder} for a variant that does {@code measures} with it. */
  static ProbeTarget cards(Path folder, Measure measures, boolean postgres, int files, String codec)
      throws IOException {
    Dataset dataset = Dataset.allCardTrans(ROWS, files, Codec.of(codec));
    return target(folder, dataset, measures, postgres);
  }

  static ProbeTarget target(Path folder, Dataset dataset, Measure measures, boolean postgres)
      throws IOException {
    Path home = folder.resolve(dataset.id());
    return new ProbeTarget(
        measures,
        postgres,
        dataset.table(),
        dataset.id(),
        home,
        dataset.prepare(home, Progress.silent()));
  }
}
