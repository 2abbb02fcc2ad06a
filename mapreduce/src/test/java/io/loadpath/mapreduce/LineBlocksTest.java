package io.loadpath.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.LineRecordReader;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocks of lines against Hadoop's own reader of lines. */
class LineBlocksTest {
  private static final byte[] ALPHABET = "aab\n\n\r\r".getBytes(StandardCharsets.US_ASCII);
  private static final int MAX_LINE = 1000;

  @TempDir Path folder;

  /** The lines of a split, each with its place. */
  private static List<String> lines(byte[] text, int start, int end, int readBytes)
      throws Exception {
    InputStream in = new ByteArrayInputStream(text, start, text.length - start);
    LineBlocks blocks = new LineBlocks(in, start, end, readBytes, MAX_LINE);
    List<String> lines = new ArrayList<>();
    BlockSums splitter =
        new BlockSums(
            LocalDate.EPOCH,
            new Q1Groups(),
            (block, from, to, row) -> lines.add(line(block, from, to)));
    LineBlock block = new LineBlock();
    while (blocks.next(block)) {
      assertThat(block.end()).as("an empty block is none").isGreaterThan(block.start());
      splitter.add(block);
    }
    assertThat(blocks.next(block)).isFalse();
    return lines;
  }

  private static String line(LineBlock block, int start, int end) {
    String line = new String(block.bytes(), start, end - start, StandardCharsets.ISO_8859_1);
    return block.offsetOf(start) + ": " + line;
  }

  private static List<String> hadoopLines(Path file, int start, int length) throws IOException {
    List<String> lines = new ArrayList<>();
    try (LineRecordReader reader = new LineRecordReader()) {
      reader.initialize(
          new FileSplit(new org.apache.hadoop.fs.Path(file.toUri()), start, length, null),
          new TaskAttemptContextImpl(new Configuration(false), new TaskAttemptID()));
      while (reader.nextKeyValue()) {
        lines.add(reader.getCurrentKey() + ": " + reader.getCurrentValue());
      }
    }
    return lines;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void everySplitHasTheLinesThatHadoopGivesIt(long seed) throws Exception {
    Random random = new Random(seed);
    for (int times = 0; times < 40; times++) {
      byte[] text = new byte[random.nextInt(14)];
      for (int i = 0; i < text.length; i++) {
        text[i] = ALPHABET[random.nextInt(ALPHABET.length)];
      }
      Path file = Files.write(folder.resolve(times + ".txt"), text);
      for (int start = 0; start < text.length; start++) {
        for (int end = start + 1; end <= text.length; end++) {
          List<String> expected = hadoopLines(file, start, end - start);
          for (int readBytes : new int[] {1, 3, 100}) {
            assertThat(lines(text, start, end, readBytes))
                .as("bytes %d to %d, %d at a time", start, end, readBytes)
                .isEqualTo(expected);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\r"})
  void aSplitAtEveryByteGivesTheSameAnswerAndCounts(String lineEnd) throws Exception {
    String rows =
        String.join(
            lineEnd, TestLineitem.ROWS.get(0), TestLineitem.ROW, "no row", "", TestLineitem.ROW);
    for (String last : new String[] {"", lineEnd}) {
      byte[] text = (rows + last).getBytes(StandardCharsets.UTF_8);
      for (int cut = 1; cut < text.length; cut++) {
        BlockSumsTest.Result result = new BlockSumsTest.Result();
        BlockSums sums = new BlockSums(LocalDate.of(1998, 9, 2), result.groups, result);
        for (int[] split : new int[][] {{0, cut}, {cut, text.length}}) {
          InputStream in = new ByteArrayInputStream(text, split[0], text.length - split[0]);
          LineBlocks blocks = new LineBlocks(in, split[0], split[1], 50, MAX_LINE);
          LineBlock block = new LineBlock();
          while (blocks.next(block)) {
            sums.add(block);
          }
        }
        assertThat(sums.rowsRead()).as("cut at %d", cut).isEqualTo(5);
        assertThat(sums.rowsKept() + result.kept).as("cut at %d", cut).isEqualTo(3);
        assertThat(result.malformed).as("cut at %d", cut).hasSize(2);
        assertThat(result.groups.of((byte) 'N', (byte) 'O').rows()).isEqualTo(3);
      }
    }
  }

  @Test
  void longLinesAcrossManyReadsAndSplitsAreWhole() throws Exception {
    StringBuilder text = new StringBuilder();
    for (int length : new int[] {10, 900, 0, 1, 999, 300, 5, 1000}) {
      text.append("x".repeat(length)).append(length % 2 == 0 ? "\r\n" : "\n");
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    Path file = Files.write(folder.resolve("long.txt"), bytes);
    for (int splitSize : new int[] {7, 64, 350, 5000}) {
      List<String> all = new ArrayList<>();
      for (int start = 0; start < bytes.length; start += splitSize) {
        int end = Math.min(bytes.length, start + splitSize);
        all.addAll(lines(bytes, start, end, 64));
      }
      assertThat(all).isEqualTo(hadoopLines(file, 0, bytes.length));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\nb\n", "\n", "", "a", "\r\nb"})
  void aByteOrderMarkBelongsToNoLine(String rest) throws Exception {
    byte[] text = ("\ufeff" + rest).getBytes(StandardCharsets.UTF_8);
    Path file = Files.write(folder.resolve("bom.txt"), text);
    for (int end = 1; end <= text.length; end++) {
      // Hadoop says 0 for the first line's place, here it is the place of its first byte.
      List<String> expected = new ArrayList<>(hadoopLines(file, 0, end));
      if (!expected.isEmpty()) {
        expected.set(0, expected.get(0).replaceFirst("^0", "3"));
      }
      assertThat(lines(text, 0, end, 100)).isEqualTo(expected);
    }
  }

  @Test
  void aLineBeyondTheLimitIsAnErrorWithItsPlace() {
    byte[] text = ("ab\n" + "x".repeat(5000)).getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> lines(text, 0, text.length, 100))
        .isInstanceOf(IOException.class)
        .hasMessage("the line at byte 3 is longer than 1000 bytes; is this text of LINEITEM?");
  }
}
