package io.loadpath.hive;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Dataset;
import io.loadpath.datasets.Manifest;
import io.loadpath.datasets.Progress;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;

/** LINEITEM at scale factor 0.01, as dbgen writes it, and Q1's answers over it. */
final class Lineitem {
  private static final BigDecimal TOLERANCE = new BigDecimal("1e-9");

  /** The published answer for scale factor 0.01 and DELTA 90, averages rounded to two places. */
  static final List<String> OFFICIAL_ANSWER =
      List.of(
          "A|F|380456.00|532348211.65|505822441.4861|526165934.000839|25.58|35785.71|0.05|14876",
          "N|F|8971.00|12384801.37|11798257.2080|12282485.056933|25.78|35588.51|0.05|348",
          "N|O|742802.00|1041502841.45|989737518.6346|1029418531.523350|25.45|35691.13|0.05|29181",
          "R|F|381449.00|534594445.35|507996454.4067|528524219.358903|25.60|35874.01|0.05|14902");

  private Lineitem() {}

  /** Writes the table into part files in a new folder, which also holds a manifest. */
  static Manifest write(Path folder) throws IOException {
    return Dataset.lineitem(new BigDecimal("0.01"), 2, Codec.NONE)
        .prepare(folder, Progress.silent());
  }

  /** Asserts that rows are the official answer but for a billionth of each number. */
  static void assertClose(List<String> rows) {
    assertThat(rows).hasSameSizeAs(OFFICIAL_ANSWER);
    for (int row = 0; row < rows.size(); row++) {
      String[] actual = rows.get(row).split("\\|");
      String[] expected = OFFICIAL_ANSWER.get(row).split("\\|");
      assertThat(actual).hasSameSizeAs(expected);
      assertThat(actual[0] + actual[1]).isEqualTo(expected[0] + expected[1]);
      for (int column = 2; column < actual.length; column++) {
        BigDecimal value = new BigDecimal(expected[column]);
        assertThat(new BigDecimal(actual[column]).subtract(value).abs())
            .isLessThanOrEqualTo(value.multiply(TOLERANCE));
      }
    }
  }
}
