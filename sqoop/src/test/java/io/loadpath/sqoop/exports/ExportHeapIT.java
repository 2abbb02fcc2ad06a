package io.loadpath.sqoop.exports;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.postgres.SharedServer;
import java.io.BufferedWriter;
import java.nio.file.Files;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The memory of an export. */
@ExtendWith(SharedServer.class)
class ExportHeapIT {
  private static final int ROWS = 10_000_000;

  @AfterEach
  void drop() {
    SharedServer.test().sql("DROP TABLE heap");
  }

  /** The heap would be full if 27 bytes of each row stayed. */
  @Test
  void twoMappersExportTenMillionRowsInAHeapOf256Megabytes() throws Exception {
    SharedServer.test().sql("CREATE UNLOGGED TABLE heap (id int, name text)");
    TestExport export = new TestExport("heap").set("loadpath.export.commit", "two-phase");
    try (BufferedWriter rows = Files.newBufferedWriter(export.folder.resolve("part-0"))) {
      for (int i = 0; i < ROWS; i++) {
        rows.write(Integer.toString(i));
        rows.write("|x\n");
      }
    }

    Process child = export.start();

    assertThat(child.waitFor(10, TimeUnit.MINUTES)).isTrue();
    assertThat(child.exitValue()).isZero();
    assertThat(SharedServer.test().sql("SELECT count(*), sum(id::bigint) FROM heap"))
        .isEqualTo("10000000|49999995000000");
    Files.delete(export.folder.resolve("part-0"));
  }
}
