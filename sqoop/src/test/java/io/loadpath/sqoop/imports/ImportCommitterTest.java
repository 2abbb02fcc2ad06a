package io.loadpath.sqoop.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImportCommitterTest {
  @TempDir private Path folder;
  private Path temporary;
  private TaskAttemptContext mapper;
  private OutputCommitter committer;

  @BeforeEach
  void writeAFile() throws Exception {
    temporary = folder.resolve("rows/_temporary");
    Configuration conf = new Configuration();
    conf.set(FileOutputFormat.OUTDIR, folder.resolve("rows").toUri().toString());
    mapper = new TaskAttemptContextImpl(conf, new TaskAttemptID("1", 1, TaskType.MAP, 0, 0));
    TextOutputFormat format = new TextOutputFormat();
    committer = format.getOutputCommitter(mapper);
    committer.setupJob(mapper);
    format.getRecordWriter(mapper).close(mapper);
  }

  @Test
  void anAbortAfterTheCommitLeavesTheNextJobAlone() throws IOException {
    assertThat(committer.needsTaskCommit(mapper)).isTrue();
    committer.commitTask(mapper);
    committer.commitJob(mapper);
    assertThat(folder.resolve("rows/part-m-00000")).exists();
    Files.createDirectories(temporary.resolve("1"));

    committer.abortJob(mapper, State.KILLED);

    assertThat(temporary.resolve("1")).exists();
  }

  @Test
  void aMapperWhoseFileIsGoneFails() throws IOException {
    committer.abortJob(mapper, State.KILLED);
    assertThat(temporary).doesNotExist();

    assertThatThrownBy(() -> committer.needsTaskCommit(mapper))
        .hasMessageContaining("is gone: another job may have ended in the same folder");
  }
}
