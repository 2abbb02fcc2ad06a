package io.loadpath.mapreduce.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.ZStandardCodec;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.LineRecordReader;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that cannot be read, through the readers of both input formats. */
class FileNamingReaderTest {
  @TempDir Path folder;

  private static int read(boolean blocks, Path file) throws Exception {
    return read(blocks ? new LineBlockInputFormat() : new LineInputFormat(), file);
  }

  /** Reads a whole file as one split; returns the number of records. */
  private static int read(FileInputFormat<?, ?> format, Path file) throws Exception {
    var context = new TaskAttemptContextImpl(new Configuration(), new TaskAttemptID());
    var path = new org.apache.hadoop.fs.Path(file.toUri());
    var split = new FileSplit(path, 0, Files.size(file), new String[0]);
    int records = 0;
    try (var reader = format.createRecordReader(split, context)) {
      reader.initialize(split, context);
      while (reader.nextKeyValue()) {
        records++;
      }
    }
    return records;
  }

  @ParameterizedTest
  @CsvSource({
    "true, .gz",
    "true, .bz2",
    "true, .deflate",
    "false, .gz",
    "false, .bz2",
    "false, .deflate"
  })
  void aTruncatedFileIsNamed(boolean blocks, String suffix) throws Exception {
    Path good = folder.resolve("good" + suffix);
    String line = new Random(1).ints(120, 'a', 'z').mapToObj(c -> "" + (char) c).toList() + "\n";
    TestText.write(good, line.repeat(2000));
    assertThat(read(blocks, good)).isPositive();

    byte[] bytes = Files.readAllBytes(good);
    Path cut = folder.resolve("cut" + suffix);
    int ends = 12;
    int step = bytes.length / 9;
    for (int length = 0; length < bytes.length; ) {
      Files.write(cut, Arrays.copyOf(bytes, length));
      assertThatThrownBy(() -> read(blocks, cut))
          .as("cut to %d of %d bytes", length, bytes.length)
          .isInstanceOf(IOException.class)
          .hasMessageContainingAll("file file:" + cut + ": ", "truncated");
      boolean near = length < ends || length >= bytes.length - ends;
      length = near ? length + 1 : Math.min(length + step, bytes.length - ends);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aCodecWithoutAnEndMarkIsRefused(boolean blocks) throws Exception {
    Path file = folder.resolve("rows.snappy");
    TestText.write(file, "row\n");
    assertThatThrownBy(() -> read(blocks, file))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll(
            "rows.snappy: ", "SnappyCodec is refused: its files have no end mark", "with gzip");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFileThatIsNotWhatItsNameSaysIsNamed(boolean blocks) throws Exception {
    Path file = Files.writeString(folder.resolve("plain.gz"), "plain text\n");
    assertThatThrownBy(() -> read(blocks, file)).hasMessageContaining("plain.gz: cannot be read: ");
  }

  @Test
  void aMissingNativeCodecIsNamed() throws Exception {
    assumeThat(nativeZstd()).isFalse();
    Path file = folder.resolve("rows.zst");
    Files.write(file, new byte[] {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd});
    assertThatThrownBy(() -> read(true, file))
        .hasMessageContainingAll("rows.zst: ZStandardCodec does not work here (", "native");
  }

  private static boolean nativeZstd() {
    try {
      return ZStandardCodec.isNativeCodeLoaded();
    } catch (RuntimeException e) {
      return false;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {".tbl", ".gz"})
  void aLineThatCouldFillTheHeapIsNamed(String suffix) throws Exception {
    Path file = folder.resolve("long" + suffix);
    writeLongLine(file);
    assertThatThrownBy(() -> read(true, file))
        .hasMessageContainingAll("long" + suffix, "the line at byte 3 is longer");
  }

  @Test
  void linesAsBlocksHaveTheSameLimit() throws Exception {
    Path file = folder.resolve("long.tbl");
    writeLongLine(file);
    var path = new org.apache.hadoop.fs.Path(file.toUri());
    try (var lines = new LinesAsBlocks(new LineRecordReader())) {
      lines.initialize(
          new FileSplit(path, 0, Files.size(file), null),
          new TaskAttemptContextImpl(new Configuration(), new TaskAttemptID()));
      assertThat(lines.nextKeyValue()).isTrue();
      assertThatThrownBy(lines::nextKeyValue).hasMessageContaining("the line at byte 3 is longer");
    }
  }

  private static void writeLongLine(Path file) throws IOException {
    byte[] text = new byte[LineBlocks.MAX_LINE_BYTES + 2 * LineBlocks.READ_BYTES];
    text[2] = '\n';
    try (OutputStream raw = Files.newOutputStream(file);
        OutputStream out = file.toString().endsWith(".gz") ? new GZIPOutputStream(raw) : raw) {
      out.write(text);
    }
  }
}
