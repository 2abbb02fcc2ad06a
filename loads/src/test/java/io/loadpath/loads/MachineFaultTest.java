package io.loadpath.loads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.Test;

class MachineFaultTest {
  private final Configuration conf = new Configuration(false);

  private String describe(TaskType type, Throwable failure) {
    TaskAttemptContext task =
        new TaskAttemptContextImpl(new JobConf(conf), new TaskAttemptID("1", 1, type, 0, 0));
    return MachineFault.describe(failure, task);
  }

  @Test
  void aFullHeapIsNamedWithTheSettingOfItsTask() {
    Throwable spill = new IOException("Spill failed", new OutOfMemoryError("Java heap space"));

    assertThat(describe(TaskType.MAP, spill))
        .startsWith("a map ran out of memory (Java heap space; its heap has ")
        .endsWith("set HADOOP_HEAPSIZE_MAX, for instance to 2g");
    conf.set("mapreduce.framework.name", "yarn");
    assertThat(describe(TaskType.REDUCE, spill))
        .endsWith(
            "raise -Xmx in mapreduce.reduce.java.opts, and mapreduce.reduce.memory.mb with it");
  }

  @Test
  void aFullDiskIsNamedWithItsFolders() {
    conf.set("mapreduce.cluster.local.dir", "/a,/b");
    conf.set(FileOutputFormat.OUTDIR, new Path("file:///out").toString());
    Throwable full = new IOException("x", new IOException("No space left on device"));

    assertThat(describe(TaskType.MAP, full))
        .contains("the disk of mapreduce.cluster.local.dir=/a,/b on ", " is full");
    assertThat(describe(TaskType.REDUCE, full)).contains("the disk of file:/out on ");
  }

  @Test
  void otherFailuresKeepTheirMessage() {
    assertThat(describe(TaskType.MAP, new IOException("a bad row"))).isEqualTo("a bad row");
    assertThat(describe(TaskType.MAP, new IllegalStateException("odd")))
        .isEqualTo("java.lang.IllegalStateException: odd");
  }
}
