package io.loadpath.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.service.ProgramOutput;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StorageTrafficTest {
  private static final int MEGABYTE = 1_000_000;

  @TempDir Path folder;

  @Test
  void onlyWhatReachesStorageCounts() {
    String text =
        """
        rchar: 111
        wchar: 222
        syscr: 1
        syscw: 2
        read_bytes: 4096
        write_bytes: 8192
        cancelled_write_bytes: 16384
        """;
    assertThat(StorageTraffic.parse(text)).isEqualTo(new StorageTraffic(4096, 8192));
  }

  @Test
  void theTrafficOfAnEndedChildIsInItsParentsAccount() throws Exception {
    long own = ProcessHandle.current().pid();
    StorageTraffic before = StorageTraffic.of(own).orElseThrow();
    Path file = folder.resolve("written");
    ProgramOutput.of(
        List.of("dd", "if=/dev/zero", "of=" + file, "bs=1000000", "count=8", "conv=fsync"),
        Duration.ofMinutes(1));
    StorageTraffic since = StorageTraffic.of(own).orElseThrow().since(before);

    assertThat(Files.size(file)).isEqualTo(8 * MEGABYTE);
    if (!Files.getFileStore(file).type().equals("tmpfs")) {
      assertThat(since.writtenBytes()).isGreaterThanOrEqualTo(8 * MEGABYTE);
    }
  }

  @Test
  void aProcessThatIsGoneHasNone() {
    assertThat(StorageTraffic.of(Long.MAX_VALUE)).isEmpty();
  }
}
