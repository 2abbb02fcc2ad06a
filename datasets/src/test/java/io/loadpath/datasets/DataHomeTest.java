package io.loadpath.datasets;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DataHomeTest {

  @Test
  void theStateFolderWins() {
    assertThat(DataHome.locate(Map.of("LOADPATH_STATE", "/state", "LOADPATH_ROOT", "/root")))
        .isEqualTo(Path.of("/state/data"));
  }

  @Test
  void elseItIsInTheProject() {
    assertThat(DataHome.locate(Map.of("LOADPATH_ROOT", "/project")))
        .isEqualTo(Path.of("/project/.loadpath/data"));
  }

  @Test
  void elseInTheCurrentFolder() {
    assertThat(DataHome.locate(Map.of())).isEqualTo(Path.of(".loadpath/data"));
  }
}
