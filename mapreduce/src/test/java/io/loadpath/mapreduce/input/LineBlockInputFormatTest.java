package io.loadpath.mapreduce.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LineBlockInputFormatTest {
  private static final long MB = 1 << 20;

  @TempDir Path folder;

  private int splits(String name, long maxSplitBytes) throws Exception {
    Path path = folder.resolve(name);
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.setLength(300 * MB); // without content it takes no room
    }
    Job job = Job.getInstance();
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(path.toUri()));
    FileInputFormat.setMaxInputSplitSize(job, maxSplitBytes);
    List<InputSplit> splits = new LineBlockInputFormat().getSplits(job);
    return splits.size();
  }

  @ParameterizedTest
  @CsvSource({"in.tbl, 3", "in.bz2, 3", "in.gz, 1"})
  void putsSmallBlocksTogetherAndSplitsWhatCanBeSplit(String name, int splits) throws Exception {
    assertThat(splits(name, Long.MAX_VALUE)).isEqualTo(splits);
  }

  @Test
  void smallerSplitsAreTheUsersToChoose() throws Exception {
    assertThat(splits("in.tbl", 100 * MB)).isEqualTo(3);
    assertThat(splits("in.tbl", 10 * MB)).isEqualTo(30);
  }
}
