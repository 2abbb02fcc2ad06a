package io.loadpath.datasets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class DatasetTest {

  @Test
  void theIdNamesAllThatDecidesTheData() {
    assertThat(Dataset.lineitem(new BigDecimal("0.1"), 4, Codec.NONE).id())
        .isEqualTo("lineitem-sf0.1-4parts");
    assertThat(Dataset.lineitem(new BigDecimal("0.10"), 4, Codec.NONE).id())
        .isEqualTo("lineitem-sf0.1-4parts");
    assertThat(Dataset.lineitem(new BigDecimal("100"), 4, Codec.gzip(1)).id())
        .isEqualTo("lineitem-sf100-4parts-gzip1");
    assertThat(Dataset.allCardTrans(1_000_000, 4, Codec.gzip(3)).id())
        .isEqualTo("all-card-trans-1000000-4parts-gzip3");
    assertThat(Dataset.allCardTrans(1_000_000, 4, Codec.of("zstd-19")).id())
        .isEqualTo("all-card-trans-1000000-4parts-zstd19");
    assertThat(Dataset.allCardTrans(5, 1, Codec.NONE, 7).id())
        .isEqualTo("all-card-trans-5-1parts-seed7");
  }

  @Test
  void morePartsThanRowsAreRefused() {
    assertThatThrownBy(() -> Dataset.allCardTrans(3, 4, Codec.NONE))
        .hasMessage("parts must be at most the number of rows, 3, but is 4");
    assertThatThrownBy(() -> Dataset.lineitem(new BigDecimal("0.0001"), 151, Codec.NONE))
        .hasMessage("parts must be at most the number of orders, 150, but is 151");
  }
}
