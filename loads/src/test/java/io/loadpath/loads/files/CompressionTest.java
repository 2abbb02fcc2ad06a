package io.loadpath.loads.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.compress.ZStandardCodec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Zstandard without Hadoop's native library, against Zstandard's own. */
class CompressionTest {
  private static final int LONG_WINDOW = 27;

  @TempDir private Path folder;
  private final ZStandardCodec codec = new ZStandardCodec();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  @BeforeEach
  void withoutNativeLibrary() {
    codec.setConf(new Configuration());
    assumeThat(ZStandardCodec.isNativeCodeLoaded()).isFalse();
  }

  /** Lines of digits, with more of them than a window has. */
  private static byte[] text(int length) {
    byte[] text = new byte[length];
    Random random = new Random(length);
    for (int i = 0; i < length; i++) {
      text[i] = (byte) (i % 20 == 19 ? '\n' : '0' + random.nextInt(10));
    }
    return text;
  }

  private static byte[] theirs(byte[] text) {
    return Zstd.compress(text, 19);
  }

  private byte[] read(byte[] file) throws IOException {
    Path path = Files.write(folder.resolve("file"), file);
    FileSystem local = FileSystem.getLocal(codec.getConf()).getRaw();
    FSDataInputStream stored = local.open(new org.apache.hadoop.fs.Path(path.toUri()));
    try (InputStream in = Compression.input(codec, stored)) {
      return in.readAllBytes();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 100_000, 10_000_000})
  void writesWhatOthersRead(int length) throws Exception {
    byte[] text = text(length);

    try (OutputStream out = Compression.output(codec, bytes)) {
      out.write(text, 0, length / 3);
      out.write(text, length / 3, length - length / 3);
    }

    byte[] file = bytes.toByteArray();
    assertThat(new ZstdInputStream(new ByteArrayInputStream(file)).readAllBytes()).isEqualTo(text);
    assertThat(read(file)).isEqualTo(text);
  }

  @Test
  void readsFilesOfOthersInSeveralFrames() throws Exception {
    byte[] text = text(3_000_000);
    bytes.write(Zstd.compress(text, 1));
    bytes.write(theirs(new byte[0]));
    bytes.write(theirs(text(7)));

    byte[] read = read(bytes.toByteArray());

    assertThat(Arrays.copyOf(read, text.length)).isEqualTo(text);
    assertThat(Arrays.copyOfRange(read, text.length, read.length)).isEqualTo(text(7));
  }

  @Test
  void failsOnWhatItCannotRead() throws Exception {
    byte[] whole = withChecksum(text(10_000));
    byte[] wrong = whole.clone();
    wrong[whole.length / 2]++;
    bytes.write(whole);
    bytes.write("more".getBytes());

    for (int length = 1; length < whole.length; length += 97) {
      byte[] cut = Arrays.copyOf(whole, whole.length - length);
      assertThatThrownBy(() -> read(cut)).isInstanceOf(IOException.class);
    }
    assertThatThrownBy(() -> read(wrong)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> read(bytes.toByteArray()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Invalid magic prefix");
    assertThatThrownBy(() -> read(withLongWindow()))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll(
            "Hadoop has no native library",
            "Window size too large",
            "compress it again without --long");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 8})
  void aFrameThatIsCutAfterItsFirstBytesFails(int length) throws Exception {
    byte[] whole = theirs(text(10_000));
    bytes.write(whole);
    bytes.write(whole, 0, length);

    assertThatThrownBy(() -> read(bytes.toByteArray())).isInstanceOf(IOException.class);
  }

  private static byte[] withChecksum(byte[] text) throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    try (ZstdOutputStream out = new ZstdOutputStream(file)) {
      out.setChecksum(true);
      out.write(text);
    }
    return file.toByteArray();
  }

  private static byte[] withLongWindow() throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    try (ZstdOutputStream out = new ZstdOutputStream(file)) {
      out.setLong(LONG_WINDOW);
      out.write(text(1_000_000));
    }
    return file.toByteArray();
  }

  @Test
  void knowsZstdByItsProgramsName() {
    assertThat(Compression.sqoopName("ZSTD")).isEqualTo(ZStandardCodec.class.getName());
    assertThat(Compression.sqoopName("bzip2")).isEqualTo("bzip2");
  }
}
