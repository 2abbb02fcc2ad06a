package io.loadpath.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.path.LoadPath;
import io.loadpath.benchmarks.path.PathFolder;
import io.loadpath.benchmarks.path.Variant;
import io.loadpath.benchmarks.suite.DatasetSize;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilesOfDataTest {
  @Test
  void moreFilesThanRowsAreRefused(@TempDir Path folder) throws IOException {
    LoadPath path = LoadPath.read(PathFolder.write(folder, "one", PathFolder.yaml("one")));
    Variant variant = new Variant(path, Map.of("files", "20"));

    assertThat(PreparedData.wanted(variant, Map.of("all-card-trans", new DatasetSize(null, 20L))))
        .isNotNull();
    assertThatThrownBy(
            () ->
                PreparedData.wanted(variant, Map.of("all-card-trans", new DatasetSize(null, 19L))))
        .isInstanceOf(LoadpathException.class)
        .hasMessage(
            "one files=20: 20 files need as many rows, but there are 19: use fewer files or more rows"
                + " (--rows)");
  }
}
