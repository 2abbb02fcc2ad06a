package io.loadpath.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.suite.DatasetSize;
import io.loadpath.benchmarks.suite.LoadPath;
import io.loadpath.benchmarks.suite.PathFolder;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.datasets.Dataset;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which data a variant gets, for its start run too. */
class PreparedDataTest {
  private static final Map<String, DatasetSize> LARGE =
      Map.of(
          "all-card-trans", new DatasetSize(null, 1_000_000L),
          "lineitem", new DatasetSize(0.1, null));

  @TempDir private Path folder;

  private Variant variant(String dataset, int files) throws IOException {
    String yaml = PathFolder.yaml("one").replace("all-card-trans", dataset);
    LoadPath path = LoadPath.read(PathFolder.write(folder, "one", yaml));
    return new Variant(path, Map.of("files", Integer.toString(files), "codec", "gzip-3"));
  }

  private static Optional<String> few(Variant variant, Map<String, DatasetSize> sizes, long rows) {
    return PreparedData.fewRows(variant, sizes, rows).map(Dataset::id);
  }

  @Test
  void hasARowForEachFileAtLeast() throws IOException {
    Variant variant = variant("all-card-trans", 20);

    assertThat(PreparedData.wanted(variant, Map.of("all-card-trans", new DatasetSize(null, 20L))))
        .isNotNull();
    assertThatThrownBy(
            () ->
                PreparedData.wanted(variant, Map.of("all-card-trans", new DatasetSize(null, 19L))))
        .isInstanceOf(LoadpathException.class)
        .hasMessage(
            variant.id()
                + ": 20 files need as many rows, but there are 19: use fewer files or more rows"
                + " (--rows)");
  }

  @Test
  void ofAStartRunHasTheFilesAndTheCodecOfTheWholeData() throws IOException {
    assertThat(few(variant("all-card-trans", 2), LARGE, 1000))
        .contains("all-card-trans-1000-2parts-gzip3");
    assertThat(few(variant("lineitem", 2), LARGE, 1000))
        .contains("lineitem-sf0.000167-2parts-gzip3");
    assertThat(few(variant("lineitem", 2), LARGE, 2000)).get().asString().contains("sf0.000333-");
  }

  @Test
  void ofAStartRunHasRowsForEachFile() throws IOException {
    assertThat(few(variant("all-card-trans", 2000), LARGE, 1000))
        .contains("all-card-trans-20000-2000parts-gzip3");
    assertThat(few(variant("lineitem", 2000), LARGE, 1000)).isPresent();
  }

  @Test
  void ofAStartRunIsThereOnlyForLargerDataAndWhereItIsAskedFor() throws IOException {
    Map<String, DatasetSize> small =
        Map.of(
            "all-card-trans", new DatasetSize(null, 1000L),
            "lineitem", new DatasetSize(0.0001, null));

    assertThat(few(variant("all-card-trans", 1), small, 1000)).isEmpty();
    assertThat(few(variant("lineitem", 1), small, 1000)).isEmpty();
    assertThat(few(variant("lineitem", 1), LARGE, 0)).isEmpty();
  }
}
