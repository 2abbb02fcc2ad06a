package io.loadpath.sqoop.exports;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.rows.TextFormat;
import java.nio.file.Files;
import java.util.Random;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowBoundariesTest {
  @TempDir java.nio.file.Path folder;

  private static RowBoundaries ends(char escape, char enclosing) {
    return new RowBoundaries(
        new TextFormat(
            '|', '\n', escape, enclosing, "", "", true, TextFormat.DelimiterAtEnd.NEVER, false));
  }

  /** Beginnings of rows, found from the beginning of the text. */
  private static TreeSet<Long> starts(RowBoundaries ends, byte[] text) {
    TreeSet<Long> starts = new TreeSet<>();
    int at = 0;
    while (at >= 0 && at < text.length) {
      starts.add((long) at);
      at = ends.next(text, at, text.length);
    }
    starts.add((long) text.length);
    return starts;
  }

  @Test
  void aRowBeginsAtTheSameByteWhereverASplitDoes() throws Exception {
    Random random = new Random(3);
    for (char escape : new char[] {TextFormat.NONE, '\\'}) {
      RowBoundaries ends = ends(escape, TextFormat.NONE);
      byte[] text = new byte[12_000];
      for (int i = 0; i < text.length; i++) {
        // long runs of escapes and rows longer than a read
        text[i] = (byte) (i % 6000 < 4500 ? "\\\\\\\\\\\n" : "a|\\\n").charAt(random.nextInt(4));
      }
      java.nio.file.Path file = Files.write(folder.resolve("text" + (int) escape), text);
      TreeSet<Long> starts = starts(ends, text);
      assertThat(starts).hasSizeGreaterThan(100);
      try (FSDataInputStream in =
          FileSystem.getLocal(new Configuration()).open(new Path(file.toUri()))) {
        for (long offset = 0; offset <= text.length; offset++) {
          assertThat(ends.rowStart(in, offset, text.length))
              .as("from %d, escape %d", offset, (int) escape)
              .isEqualTo(starts.ceiling(offset));
        }
      }
    }
  }

  @Test
  void theLastRowBoundariesWhereTheNextOneBegins() {
    byte[] text = "a|\"b\n|\\\"\n\"\nc|d\\\n\ne".getBytes();
    for (char escape : new char[] {TextFormat.NONE, '\\'}) {
      for (char enclosing : new char[] {TextFormat.NONE, '"'}) {
        RowBoundaries ends = ends(escape, enclosing);
        for (int to = 1; to <= text.length; to++) {
          int last = 0;
          for (int next = ends.next(text, 0, to); next >= 0; next = ends.next(text, last, to)) {
            last = next;
          }
          assertThat(ends.last(text, 0, to)).as("before %d", to).isEqualTo(last);
        }
      }
    }
    assertThat(ends('\\', '"').next(text, 0, text.length)).isEqualTo(11);
    assertThat(ends(TextFormat.NONE, TextFormat.NONE).next(text, 0, text.length)).isEqualTo(5);
  }
}
