package io.loadpath.mapreduce.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.loads.files.Bzip2Stream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Bzip2StreamTest {
  private static final int BLOCK = 100_000;
  private static String text;
  private static byte[] whole;

  @TempDir private Path folder;

  /** Three blocks in few bytes. */
  @BeforeAll
  static void compress() throws IOException {
    text = "0123456789abcdefghi\n".repeat(BLOCK / 20 * 5 / 2);
    whole = bzip2(text);
  }

  private static byte[] bzip2(String text) throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    try (OutputStream out = new BZip2CompressorOutputStream(file, 1)) {
      out.write(text.getBytes(ISO_8859_1));
    }
    return file.toByteArray();
  }

  private static byte[] joined(byte[]... files) throws IOException {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    for (byte[] file : files) {
      joined.write(file);
    }
    return joined.toByteArray();
  }

  private static String read(byte[] file) throws IOException {
    return read(new FSDataInputStream(new Bytes(file, -1)));
  }

  private static String read(FSDataInputStream file) throws IOException {
    try (InputStream in = new Bzip2Stream(file, 0, Long.MAX_VALUE)) {
      return new String(in.readAllBytes(), ISO_8859_1);
    }
  }

  @Test
  void readsStreamsOneAfterAnotherAndEmptyOnes() throws Exception {
    byte[] none = bzip2("");

    assertThat(read(whole)).isEqualTo(text);
    assertThat(read(none)).isEmpty();
    assertThat(read(joined(none, none))).isEmpty();
    assertThat(read(joined(none, whole, bzip2("a\n"), none, none, bzip2("b"), none)))
        .isEqualTo(text + "a\nb");
  }

  @Test
  void failsWhereverAFileIsCut() throws Exception {
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> read(cut))
          .as("cut to %d of %d bytes", length, whole.length)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("truncated or damaged");
    }
  }

  @Test
  void failsOrReadsAllWhereverAByteIsDamaged() throws Exception {
    int damaged = 0;
    for (int at = 0; at < whole.length; at++) {
      byte[] bytes = whole.clone();
      bytes[at] ^= 0x10;
      try {
        assertThat(read(bytes)).as("byte %d", at).isEqualTo(text);
      } catch (IOException e) {
        damaged++;
      }
    }
    // the CRC of the whole stream is not read, and neither are codes that no byte has
    assertThat(damaged).isGreaterThan(whole.length * 9 / 10);
  }

  @Test
  void aReadErrorIsNotTheEnd() throws Exception {
    for (int at = 0; at <= whole.length; at += 8) {
      FSDataInputStream file = new FSDataInputStream(new Bytes(whole, at));
      assertThatThrownBy(() -> read(file)).as("byte %d", at).isInstanceOf(IOException.class);
    }
  }

  private List<String> lines(byte[] bytes, int splitBytes) throws Exception {
    Path file = Files.write(folder.resolve("rows.bz2"), bytes);
    List<String> lines = new ArrayList<>();
    for (int start = 0; start < bytes.length; start += splitBytes) {
      var path = new org.apache.hadoop.fs.Path(file.toUri());
      int length = Math.min(splitBytes, bytes.length - start);
      var context = new TaskAttemptContextImpl(new Configuration(), new TaskAttemptID());
      var split = new FileSplit(path, start, length, new String[0]);
      try (var reader = new LineInputFormat().createRecordReader(split, context)) {
        reader.initialize(split, context);
        while (reader.nextKeyValue()) {
          lines.add(reader.getCurrentValue().toString());
        }
      }
    }
    return lines;
  }

  @Test
  void splitsHaveEachLineOnceAndOneOfThemSeesADamagedMark() throws Exception {
    // lines that reach over blocks
    StringBuilder rows = new StringBuilder();
    for (int row = 0; row < 60; row++) {
      rows.append(row).append("abcdefghi".repeat(row * 37)).append('\n');
    }
    byte[] file = joined(bzip2(rows.toString()), whole);
    List<String> wanted = (rows + text).lines().toList();
    for (int bytes : new int[] {1, 3, 5}) {
      assertThat(lines(bzip2("a\nb"), bytes)).as("splits of %d", bytes).containsExactly("a", "b");
    }
    for (int bytes : new int[] {1000, 97}) {
      assertThat(lines(file, bytes)).as("splits of %d bytes", bytes).isEqualTo(wanted);
    }
    byte[] mark = {0x31, 0x41, 0x59, 0x26, 0x53, 0x59};
    int second = new String(file, ISO_8859_1).indexOf(new String(mark, ISO_8859_1), 10);
    file[second] ^= 1;

    for (int bytes : new int[] {1000, 97}) {
      assertThatThrownBy(() -> lines(file, bytes))
          .hasMessageContainingAll("rows.bz2", "neither a block nor the end of the data follows");
    }
  }

  /** A file in memory, one byte of which cannot be read; -1 for none. */
  private static final class Bytes extends FSInputStream {
    private final byte[] bytes;
    private final int broken;
    private int at;

    Bytes(byte[] bytes, int broken) {
      this.bytes = bytes;
      this.broken = broken;
    }

    @Override
    public int read() throws IOException {
      if (at == broken) {
        throw new IOException("no DataNode");
      }
      return at < bytes.length ? bytes[at++] & 0xff : -1;
    }

    @Override
    public int read(byte[] to, int from, int length) throws IOException {
      int one = read();
      to[from] = (byte) one;
      return one < 0 ? -1 : 1;
    }

    @Override
    public void seek(long position) {
      at = (int) position;
    }

    @Override
    public long getPos() {
      return at;
    }

    @Override
    public boolean seekToNewSource(long position) {
      return false;
    }
  }
}
