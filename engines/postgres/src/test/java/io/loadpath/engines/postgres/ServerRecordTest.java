package io.loadpath.engines.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerRecordTest {
  @TempDir private Path state;

  private ServerFiles files() throws IOException {
    ServerFiles files = ServerFiles.in(state);
    files.makeFolder();
    return files;
  }

  private static ServerRecord ofThisProcess(ServerFiles files) {
    long pid = ProcessHandle.current().pid();
    long startTicks = Processes.startTicks(pid).orElseThrow();
    return new ServerRecord(pid, startTicks, 5433, Binaries.version(), files.data());
  }

  @Test
  void isReadAsItWasWritten() throws IOException {
    ServerRecord record = ofThisProcess(files());
    record.write(files().record());

    assertThat(ServerRecord.read(files())).contains(record);
    assertThat(record.alive()).isTrue();
  }

  @Test
  void aLaterProcessWithTheSameNumberIsAnother() throws IOException {
    ServerRecord now = ofThisProcess(files());
    ServerRecord before =
        new ServerRecord(
            now.pid(), now.startTicks() - 1, now.port(), now.version(), now.dataFolder());

    assertThat(before.alive()).isFalse();
  }

  @Test
  void aDamagedRecordIsNone() throws IOException {
    assertThat(ServerRecord.read(files())).isEmpty();
    Files.writeString(files().record(), "{\"pid\": 99999999999999999999, \"po");
    assertThat(ServerRecord.read(files())).isEmpty();
  }

  @Test
  void quotesInTheFoldersNameStayJson() throws IOException {
    ServerFiles odd = ServerFiles.in(state.resolve("a \"b\"\\c"));
    odd.makeFolder();
    ofThisProcess(odd).write(odd.record());

    assertThat(odd.record()).content().contains("a \\\"b\\\"\\\\c/postgres/data");
  }
}
