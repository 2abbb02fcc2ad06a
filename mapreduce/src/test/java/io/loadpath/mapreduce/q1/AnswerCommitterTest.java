package io.loadpath.mapreduce.q1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerCommitterTest {
  @TempDir private Path folder;
  private Path output;
  private Path temporary;

  @BeforeEach
  void nameFolders() {
    output = folder.resolve("answer");
    temporary = output.resolve("_temporary");
  }

  private TaskAttemptContext task(TaskType type) {
    Configuration conf = new Configuration();
    conf.setInt(FileOutputCommitter.FILEOUTPUTCOMMITTER_ALGORITHM_VERSION, 1);
    conf.set(FileOutputFormat.OUTDIR, output.toUri().toString());
    return new TaskAttemptContextImpl(conf, new TaskAttemptID("1", 1, type, 0, 0));
  }

  private TaskAttemptContext reducer() {
    return task(TaskType.REDUCE);
  }

  /** The committer of an attempt that has written its file. */
  private OutputCommitter written() throws Exception {
    AnswerOutputFormat format = new AnswerOutputFormat();
    OutputCommitter committer = format.getOutputCommitter(reducer());
    committer.setupJob(reducer());
    committer.setupTask(reducer());
    RecordWriter<NullWritable, Text> writer = format.getRecordWriter(reducer());
    writer.write(NullWritable.get(), new Text("A|F"));
    writer.close(reducer());
    return committer;
  }

  private void deleteAsAnotherJob() throws IOException {
    new FileOutputCommitter(new org.apache.hadoop.fs.Path(output.toUri()), reducer())
        .abortJob(reducer(), State.KILLED);
    assertThat(temporary).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anAbortAfterTheEndLeavesTheNextJobAlone(boolean committed) throws Exception {
    OutputCommitter committer = written();
    if (committed) {
      assertThat(committer.needsTaskCommit(reducer())).isTrue();
      committer.commitTask(reducer());
      committer.commitJob(reducer());
      assertThat(output.resolve("part-r-00000")).hasContent("A|F");
    } else {
      committer.abortJob(reducer(), State.FAILED);
      assertThat(temporary).doesNotExist();
    }
    Files.createDirectories(temporary.resolve("1"));

    committer.abortJob(reducer(), State.KILLED);

    assertThat(temporary.resolve("1")).exists();
  }

  @Test
  void aReducerWhoseFileIsGoneFails() throws Exception {
    OutputCommitter committer = written();
    deleteAsAnotherJob();

    assertThatThrownBy(() -> committer.needsTaskCommit(reducer()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("another job may have ended");
    assertThatThrownBy(() -> committer.commitTask(reducer())).hasMessageContaining("is gone");
    assertThat(committer.needsTaskCommit(task(TaskType.MAP))).isFalse();
  }

  @Test
  void aMapWhoseMalformedRowsAreGoneFails() throws Exception {
    OutputCommitter committer = written();
    deleteAsAnotherJob();
    Counters counters = new Counters();
    counters.findCounter(Q1Counter.ROWS_MALFORMED).increment(1);
    TaskAttemptContext map =
        new TaskAttemptContextImpl(
            reducer().getConfiguration(), task(TaskType.MAP).getTaskAttemptID()) {
          @Override
          public Counter getCounter(Enum<?> name) {
            return counters.findCounter(name);
          }
        };

    assertThatThrownBy(() -> committer.needsTaskCommit(map)).hasMessageContaining("is gone");
  }

  @Test
  void aJobWithoutTheFilesOfAReducerFails() throws Exception {
    OutputCommitter committer = written();
    committer.commitTask(reducer());
    deleteAsAnotherJob();
    Files.createDirectories(temporary.resolve("0/task_1_0001_m_000000"));

    assertThatThrownBy(() -> committer.commitJob(reducer()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has files of 0 tasks of 1");
    assertThat(output.resolve("_SUCCESS")).doesNotExist();
  }
}
