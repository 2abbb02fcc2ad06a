package io.loadpath.mapreduce.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
  private static final Pattern LINE = Pattern.compile("[^\\r\\n]*(\\r\\n|\\r|\\n)|[^\\r\\n]+");
  private static final int MAX_LINE = 1000;

  @TempDir Path folder;

  /** The lines of a split, each with its place. */
  private static List<String> lines(byte[] text, int start, int end, int readBytes)
      throws Exception {
    InputStream in = new ByteArrayInputStream(text, start, text.length - start);
    LineBlocks blocks = new LineBlocks(in, start, end, readBytes, MAX_LINE);
    List<String> lines = new ArrayList<>();
    LineBlock block = new LineBlock();
    while (blocks.next(block)) {
      assertThat(block.end()).as("an empty block is none").isGreaterThan(block.start());
      addLines(block, lines);
    }
    assertThat(blocks.next(block)).isFalse();
    return lines;
  }

  private static void addLines(LineBlock block, List<String> lines) {
    String text =
        new String(
            block.bytes(), block.start(), block.end() - block.start(), StandardCharsets.ISO_8859_1);
    for (Matcher line = LINE.matcher(text); line.find(); ) {
      lines.add(
          block.offsetOf(block.start() + line.start())
              + ": "
              + line.group().replaceAll("[\\r\\n]", ""));
    }
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
  @ValueSource(strings = {"a\nb\n", "\n", "", "a", "\r\nb"})
  void aByteOrderMarkBelongsToNoLine(String rest) throws Exception {
    byte[] text = ("\ufeff" + rest).getBytes(StandardCharsets.UTF_8);
    Path file = Files.write(folder.resolve("bom.txt"), text);
    for (int end = 1; end <= text.length; end++) {
      // Hadoop gives 0 as the first line's place; here it is the place of its first byte.
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
        .hasMessage("the line at byte 3 is longer than 1000 bytes; is this a text file?");
  }
}
