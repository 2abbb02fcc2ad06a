package io.loadpath.sqoop.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code AnswerCommitterTest} shows the rest of its committer. */
class TextOutputFormatTest {
  @TempDir private Path folder;
  private Path temporary;
  private TaskAttemptContext mapper;
  private OutputCommitter committer;

  /** A mapper has written its file. */
  private void write() throws Exception {
    temporary = folder.resolve("rows/_temporary");
    Configuration conf = new Configuration();
    conf.setInt(FileOutputCommitter.FILEOUTPUTCOMMITTER_ALGORITHM_VERSION, 1);
    conf.setInt(MRJobConfig.NUM_MAPS, 1);
    conf.set(FileOutputFormat.OUTDIR, folder.resolve("rows").toUri().toString());
    mapper = new TaskAttemptContextImpl(conf, new TaskAttemptID("1", 1, TaskType.MAP, 0, 0));
    TextOutputFormat format = new TextOutputFormat();
    committer = format.getOutputCommitter(mapper);
    committer.setupJob(mapper);
    format.getRecordWriter(mapper).close(mapper);
  }

  private void deleteAsAnotherJob() throws IOException {
    new FileOutputCommitter(new org.apache.hadoop.fs.Path(folder.resolve("rows").toUri()), mapper)
        .abortJob(mapper, State.KILLED);
    assertThat(temporary).doesNotExist();
  }

  @Test
  void aJobWithoutTheFilesOfAMapperFails() throws Exception {
    write();
    committer.commitTask(mapper);
    deleteAsAnotherJob();
    Files.createDirectories(temporary.resolve("0"));

    assertThatThrownBy(() -> committer.commitJob(mapper))
        .hasMessageContaining("has files of 0 tasks of 1");
    assertThat(folder.resolve("rows/_SUCCESS")).doesNotExist();
  }
}
