package io.loadpath.engines.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LockHolderTest {
  @TempDir private Path folder;

  @Test
  void theProcessThatHasTheLockIsNamedWhateverIsWrittenInTheFile() throws Exception {
    Path file = folder.resolve("lock");
    long stranger = ProcessHandle.current().parent().orElseThrow().pid();
    try (OtherHolder holder = OtherHolder.of(file, "RUN " + stranger)) {
      assertThat(holder.hasIt()).isTrue();
      assertThat(LockHolder.of(file)).containsExactly(holder.pid());
      assertThat(LockHolder.describe(file))
          .isEqualTo("java (pid %d) holds %s".formatted(holder.pid(), file));
      assertThat(LockHolder.hasOpen(holder.pid(), file)).isTrue();
    }
    assertThat(LockHolder.of(file)).isEmpty();
    assertThat(LockHolder.describe(file))
        .isEqualTo(
            ("a process that is not visible here, for instance in another container or on another"
                    + " host, holds %1$s ('fuser -v %1$s' names it there)")
                .formatted(file));
  }

  @Test
  void aProcessThatWaitsAndOneThatHasAnotherFileAreNotNamed() throws Exception {
    Path file = folder.resolve("lock");
    Path other = folder.resolve("other");
    try (FolderLock ours = FolderLock.tryTake(file, "").orElseThrow();
        OtherHolder refused = OtherHolder.of(file, "RUN 1");
        OtherHolder elsewhere = OtherHolder.of(other, "RUN 1")) {
      assertThat(ours).isNotNull();
      assertThat(refused.hasIt()).isFalse();
      assertThat(LockHolder.of(file)).containsExactly(ProcessHandle.current().pid());
      assertThat(LockHolder.of(other)).containsExactly(elsewhere.pid());
      assertThat(LockHolder.hasOpen(elsewhere.pid(), file)).isFalse();
    }
    assertThat(LockHolder.of(Files.createFile(folder.resolve("free")))).isEmpty();
    assertThat(LockHolder.of(folder.resolve("missing"))).isEmpty();
  }
}
