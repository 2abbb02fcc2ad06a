package io.loadpath.datasets;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The published facts of scale 1. */
class LineItemsIT {

  @TempDir private Path folder;

  @Test
  void scaleOneHasTheChecksumOfDbgenAndTheOfficialAnswer() throws Exception {
    Manifest manifest =
        Dataset.lineitem(BigDecimal.ONE, 3, Codec.of("lz4-1"))
            .prepare(folder.resolve("sf1"), Progress.silent());
    assertThat(manifest.sha1()).isEqualTo("4802b21c9975d965aa11893214a879df0d8d9e01");
    assertThat(manifest.rows()).isEqualTo(6_001_215);
    assertThat(manifest.logicalBytes()).isEqualTo(759_863_287);
    assertThat(manifest.q1().get("90").stream().map(row -> String.join("|", row)))
        .containsExactly(
            "A|F|37734107.00|56586554400.73|53758257134.8700|55909065222.827692|25.52|38273.13|0.05|1478493",
            "N|F|991417.00|1487504710.38|1413082168.0541|1469649223.194375|25.52|38284.47|0.05|38854",
            "N|O|74476040.00|111701729697.74|106118230307.6056|110367043872.497010|25.50|38249.12|0.05|2920374",
            "R|F|37719753.00|56568041380.90|53741292684.6040|55889619119.831932|25.51|38250.85|0.05|1478870");
  }
}
