package io.loadpath.loads.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code AnswerCommitterTest} shows the rest. */
class TaskFileCommitterTest {
  /** Version 2 puts a task's files into the output, so a task needs the master's permission. */
  @ParameterizedTest
  @CsvSource({"true, 1, false", "true, 2, true", "false, 1, true"})
  void onlyATaskInTheMasterCommitsWithoutPermission(
      boolean inMaster, int version, boolean asks, @TempDir Path output) throws Exception {
    Configuration conf = new Configuration();
    conf.setInt(FileOutputCommitter.FILEOUTPUTCOMMITTER_ALGORITHM_VERSION, version);
    conf.setBoolean(TaskFileCommitter.IN_MASTER, inMaster);
    TaskAttemptContext task =
        new TaskAttemptContextImpl(conf, new TaskAttemptID("1", 1, TaskType.REDUCE, 0, 0));
    TaskFileCommitter committer =
        new TaskFileCommitter(new org.apache.hadoop.fs.Path(output.toUri()), task, TaskType.REDUCE);
    committer.setupJob(task);
    Path work = Path.of(committer.getWorkPath().toUri());
    Files.writeString(Files.createDirectories(work).resolve("part-0"), "A|F");

    assertThat(committer.needsTaskCommit(task)).isEqualTo(asks);

    assertThat(Files.exists(work)).isEqualTo(asks);
    if (asks) {
      committer.commitTask(task);
    }
    committer.commitJob(task);
    assertThat(output.resolve("part-0")).hasContent("A|F");
  }
}
