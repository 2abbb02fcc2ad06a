package io.loadpath.datasets;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.tables.DatasetException;
import io.loadpath.tables.Table;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileFingerprintTest {

  /** More than two blocks of text. */
  private static final int ROWS = 40_000;

  private static final byte[] TEXT = Rows.cardTransactions(ROWS);

  private static Fingerprint expected;

  @TempDir private Path folder;

  @BeforeAll
  static void addRows() throws IOException {
    Fingerprinter fingerprinter = new Fingerprinter(Table.ALL_CARD_TRANS);
    fingerprinter.addLines(TEXT, 0, TEXT.length);
    expected = fingerprinter.result();
  }

  private Path write(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes);
  }

  private static Fingerprint of(Path... paths) throws IOException {
    return FileFingerprint.of(Table.ALL_CARD_TRANS, List.of(paths));
  }

  /** A codec's file of the text. */
  private static byte[] stored(String codec, byte[] text) throws IOException {
    Codec parsed = Codec.of(codec);
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    PartWriter writer = new PartWriter("part", file, parsed);
    PartFiles.Block block = new PartFiles.Block();
    block.text.reserve(text.length);
    block.text.put(text);
    block.compress(parsed.newCompressor());
    writer.write(block);
    writer.finish();
    return file.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip-6", "zstd-3", "lz4-1", "bzip2-9"})
  void aCompressedFileHasTheFingerprintOfItsTextAndIsReadToTheLastMember(String codec)
      throws Exception {
    int cut = new String(TEXT, UTF_8).indexOf('\n', TEXT.length / 2) + 1;
    ByteArrayOutputStream members = new ByteArrayOutputStream();
    members.write(stored(codec, Arrays.copyOf(TEXT, cut)));
    members.write(stored(codec, Arrays.copyOfRange(TEXT, cut, TEXT.length)));
    String name = "all" + Codec.of(codec).fileSuffix();
    assertThat(of(write(name, stored(codec, TEXT)))).isEqualTo(expected);
    assertThat(of(write(name, members.toByteArray()))).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip-6", "zstd-3", "lz4-1", "bzip2-9"})
  void aCompressedFileThatIsNotWholeIsAnError(String codec) throws Exception {
    byte[] whole = stored(codec, TEXT);
    byte[] damaged = whole.clone();
    Arrays.fill(damaged, whole.length / 2, whole.length / 2 + 64, (byte) 0x55);
    byte[] longer = Arrays.copyOf(whole, whole.length + 100);
    Arrays.fill(longer, whole.length, longer.length, (byte) 'x');
    String name = "all" + Codec.of(codec).fileSuffix();
    for (byte[] bytes :
        List.of(
            Arrays.copyOf(whole, whole.length - 1),
            Arrays.copyOf(whole, whole.length / 2),
            Arrays.copyOf(whole, 3),
            new byte[0],
            longer,
            TEXT)) {
      Path file = write(name, bytes);
      assertThatThrownBy(() -> of(file))
          .isInstanceOf(DatasetException.class)
          .hasMessageStartingWith(file + ": ")
          .hasMessageEndingWith("; make or copy it again");
    }
    assertThatThrownBy(() -> of(write(name, damaged))).isInstanceOf(DatasetException.class);
  }

  @Test
  void aFoldersFilesCountButNotThoseThatHadoopSkipsAndThereMustBeSome() throws Exception {
    write("part-m-00000", TEXT);
    write("part-m-00001", new byte[0]);
    write("_SUCCESS", new byte[0]);
    write(".part-m-00000.crc", "no row".getBytes(UTF_8));
    write("manifest.json", "no row".getBytes(UTF_8));
    assertThat(of(folder)).isEqualTo(expected);

    Path empty = Files.createDirectory(folder.resolve("empty"));
    assertThatThrownBy(() -> of(empty)).hasMessage(empty + ": the folder holds no data files");
  }

  @Test
  void aMissingFileIsAnError() {
    assertThatThrownBy(() -> of(folder.resolve("none.tbl")))
        .isInstanceOf(DatasetException.class)
        .hasMessage(folder.resolve("none.tbl") + ": no such file");
  }

  @Test
  void aFileWithoutLineEndsIsAnErrorAndNotAHeapOverflow() throws Exception {
    Path file = write("binary", new byte[3 << 20]);
    assertThatThrownBy(() -> of(file))
        .isInstanceOf(DatasetException.class)
        .hasMessageContaining("line 1, column card_no: holds the character NUL");
  }
}
