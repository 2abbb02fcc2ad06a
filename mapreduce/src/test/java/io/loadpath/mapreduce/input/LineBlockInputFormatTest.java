package io.loadpath.mapreduce.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.RandomAccessFile;
import java.nio.file.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The number of splits of one file; sizes in MiB. A local file reports blocks of 32. */
class LineBlockInputFormatTest {
  private static final int MIB = 1 << 20;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    // small blocks are put together, and what can be split is split
    "local, 1,   300, in.tbl, ,    ,     3",
    "local, 1,   300, in.bz2, ,    ,     3",
    "local, 1,   300, in.gz,  ,    ,     1",
    "yarn,  2,   300, in.tbl, ,    ,     3",
    // a job in this JVM gets four splits a slot, a cluster one a block
    "local, 2,  4000, in.tbl, ,    ,     8",
    "local, 16, 4000, in.tbl, ,    ,    32",
    "local, 0,  4000, in.tbl, ,    ,     4",
    "yarn,  2,  4000, in.tbl, ,    ,    32",
    // the user's own sizes win
    "local, 2,  4000, in.tbl, ,    100, 40",
    "local, 2,  4000, in.tbl, 2000,,     2",
    "yarn,  2,   300, in.tbl, ,    10,  30"
  })
  void splits(
      String framework, int slots, long size, String name, Long least, Long most, int expected)
      throws Exception {
    Path path = folder.resolve(name);
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.setLength(size * MIB); // without content it takes no room
    }
    Job job = Job.getInstance();
    job.getConfiguration().set("mapreduce.framework.name", framework);
    job.getConfiguration().setInt("mapreduce.local.map.tasks.maximum", slots);
    if (least != null) {
      FileInputFormat.setMinInputSplitSize(job, least * MIB);
    }
    if (most != null) {
      FileInputFormat.setMaxInputSplitSize(job, most * MIB);
    }
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(path.toUri()));

    assertThat(new LineBlockInputFormat().getSplits(job)).hasSize(expected);
  }
}
