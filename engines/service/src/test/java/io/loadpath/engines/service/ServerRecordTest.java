package io.loadpath.engines.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerRecordTest {
  private static final long SELF = ProcessHandle.current().pid();
  private static final ServerRecord RECORD =
      new ServerRecord(SELF, Processes.startTicks(SELF).orElseThrow(), 5433);

  @TempDir private Path folder;

  @Test
  void isReadAsItWasWritten() throws IOException {
    Path file = folder.resolve("server.json");
    RECORD.write(file);

    assertThat(ServerRecord.read(file)).contains(RECORD);
    Files.writeString(
        file,
        Files.readString(file).replace("5433", "5433,\n  \"version\": \"18.6.0\",\n  \"data\": 1"));
    assertThat(ServerRecord.read(file)).as("by an earlier version").contains(RECORD);
  }

  @Test
  void aLaterProcessWithTheSameNumberIsAnother() {
    assertThat(RECORD.alive()).isTrue();
    assertThat(new ServerRecord(SELF, RECORD.startTicks() - 1, 5433).alive()).isFalse();
  }

  @Test
  void aDamagedRecordIsNone() throws IOException {
    Path file = folder.resolve("server.json");
    assertThat(ServerRecord.read(file)).isEmpty();
    Files.writeString(file, "{\"pid\": 99999999999999999999, \"po");
    assertThat(ServerRecord.read(file)).isEmpty();
  }
}
