package io.loadpath.benchmarks.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class DifferingTest {
  @Test
  void namesOnlyWhatTellsVariantsOfAPathApart() {
    Differing names = new Differing();
    names.add("load", Map.of("files", "2", "codec", "none"));
    names.add("load", Map.of("files", "2", "codec", "gzip-3"));
    names.add("other", Map.of("files", "4", "codec", "none"));

    assertThat(names.id("load", Map.of("files", "2", "codec", "gzip-3")))
        .isEqualTo("load codec=gzip-3");
    assertThat(names.id("other", Map.of("files", "4", "codec", "none"))).isEqualTo("other");
  }
}
