package io.loadpath.sqoop.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
  @Test
  void aJobWithoutTheFilesOfAMapperFails(@TempDir Path folder) throws Exception {
    Path rows = folder.resolve("rows");
    Configuration conf = new Configuration();
    conf.setInt(FileOutputCommitter.FILEOUTPUTCOMMITTER_ALGORITHM_VERSION, 1);
    conf.setInt(MRJobConfig.NUM_MAPS, 1);
    conf.set(FileOutputFormat.OUTDIR, rows.toUri().toString());
    TaskAttemptContext mapper =
        new TaskAttemptContextImpl(conf, new TaskAttemptID("1", 1, TaskType.MAP, 0, 0));
    TextOutputFormat format = new TextOutputFormat();
    OutputCommitter committer = format.getOutputCommitter(mapper);
    committer.setupJob(mapper);
    format.getRecordWriter(mapper).close(mapper);
    committer.commitTask(mapper);

    new FileOutputCommitter(new org.apache.hadoop.fs.Path(rows.toUri()), mapper)
        .abortJob(mapper, State.KILLED); // as another job does
    Files.createDirectories(rows.resolve("_temporary/0"));

    assertThatThrownBy(() -> committer.commitJob(mapper))
        .hasMessageContaining("has files of 0 tasks of 1");
    assertThat(rows.resolve("_SUCCESS")).doesNotExist();
  }
}
