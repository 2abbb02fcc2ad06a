package io.loadpath.mapreduce.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaskFailureTest {
  @TempDir Path output;

  @Test
  void aMessageThatAKilledTaskCouldNotWriteIsNoMessage() throws IOException {
    Files.createFile(output.resolve("_failed-attempt_1_0001_m_000000_0"));
    Files.writeString(output.resolve("_failed-attempt_1_0001_m_000001_0"), "a bad row");

    FileSystem local = FileSystem.getLocal(new Configuration());
    assertThat(TaskFailure.take(local, new org.apache.hadoop.fs.Path(output.toUri())))
        .containsExactly("a bad row");
    assertThat(output).isEmptyDirectory();
  }
}
