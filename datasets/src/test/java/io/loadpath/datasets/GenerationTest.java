package io.loadpath.datasets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.datasets.generate.CardTransactions;
import io.loadpath.engines.service.StoppedException;
import io.loadpath.tables.Table;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GenerationTest {

  /** Several blocks for each part. */
  private static final int ROWS = 100_000;

  private final Map<String, ByteArrayOutputStream> files = new LinkedHashMap<>();

  private Generation.Result run(int parts, Codec codec, int threads) throws IOException {
    files.clear();
    CardTransactions source = new CardTransactions(ROWS, Dataset.DEFAULT_SEED);
    return new Generation(source, parts)
        .run(inMemory(codec, threads), Progress.silent(), () -> false);
  }

  private PartFiles inMemory(Codec codec, int threads) {
    return new PartFiles(
        Path.of(""),
        codec,
        threads,
        file -> files.computeIfAbsent(file.toString(), name -> new ByteArrayOutputStream()));
  }

  private byte[] text(Codec codec) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    for (ByteArrayOutputStream file : files.values()) {
      byte[] bytes = file.toByteArray();
      text.write(codec.format().inflate(new ByteArrayInputStream(bytes)).readAllBytes());
    }
    return text.toByteArray();
  }

  @ParameterizedTest
  @CsvSource({
    "1, none, 1",
    "1, none, 3",
    "4, none, 2",
    "3, gzip-3, 2",
    "1, gzip-1, 3",
    "7, gzip-9, 1",
    "2, zstd-3, 2",
    "2, lz4-1, 2",
    "1, lz4-3, 3",
    "3, bzip2-9, 2"
  })
  void theTextIsTheSameForAnyPartsCodecAndThreads(int parts, String codecName, int threads)
      throws IOException {
    Codec codec = Codec.of(codecName);
    Generation.Result made = run(parts, codec, threads);
    byte[] expected = Rows.cardTransactions(ROWS);
    assertThat(text(codec)).isEqualTo(expected);
    assertThat(made.fingerprint().rows()).isEqualTo(ROWS);
    assertThat(made.files()).hasSize(parts);
    assertThat(made.files().get(0).name()).isEqualTo("part-00000.tbl" + codec.format().suffix());
    Fingerprinter fingerprinter = new Fingerprinter(Table.ALL_CARD_TRANS);
    fingerprinter.addLines(expected, 0, expected.length);
    assertThat(made.fingerprint()).isEqualTo(fingerprinter.result());
  }

  @ParameterizedTest
  @CsvSource({"1, none", "3, gzip-3"})
  void theFilesAreTheSameForAnyNumberOfThreads(int parts, String codec) throws IOException {
    assertThat(run(parts, Codec.of(codec), 1)).isEqualTo(run(parts, Codec.of(codec), 4));
  }

  @Test
  void theBytesOfFilesAreCountedAndChecksummedAsStored() throws Exception {
    Generation.Result made = run(2, Codec.gzip(3), 2);
    for (Manifest.DataFile file : made.files()) {
      byte[] stored = files.get(file.name()).toByteArray();
      byte[] text = new GZIPInputStream(new ByteArrayInputStream(stored)).readAllBytes();
      assertThat(file.wireBytes()).isEqualTo(stored.length);
      assertThat(file.logicalBytes()).isEqualTo(text.length);
      assertThat(file.rows()).isEqualTo(ROWS / 2);
      MessageDigest sha1 = Digests.sha1();
      sha1.update(stored);
      assertThat(file.sha1()).isEqualTo(Digests.hex(sha1));
    }
  }

  @ParameterizedTest
  @CsvSource({"gzip-3, 1", "zstd-3, 2", "lz4-1, 1", "bzip2-9, 3"})
  void compressingBlockByBlockCostsHardlyAnything(String codecName, int percent)
      throws IOException {
    Codec codec = Codec.of(codecName);
    byte[] text = Rows.cardTransactions(ROWS);
    ByteArrayOutputStream inOnePiece = new ByteArrayOutputStream();
    codec.newCompressor().compress(text, text.length, inOnePiece);
    long stored = run(1, codec, 2).files().get(0).wireBytes();
    assertThat(stored).isCloseTo(inOnePiece.size(), Percentage.withPercentage(percent));
  }

  @Test
  void cardTransactionsCompressLikeTheOriginal() throws IOException {
    Generation.Result made = run(1, Codec.gzip(3), 2);
    Manifest.DataFile file = made.files().get(0);
    double ratio = (double) file.logicalBytes() / file.wireBytes();
    assertThat(ratio).isBetween(2.0, 2.2);
  }

  @Test
  void aFailureToWriteIsHandedOnAsItIs() {
    CardTransactions source = new CardTransactions(ROWS, 1);
    IOException failure = new IOException("No space left on device");
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw failure;
          }
        };
    assertThatThrownBy(
            () ->
                new Generation(source, 2)
                    .run(
                        new PartFiles(Path.of(""), Codec.NONE, 2, file -> full),
                        Progress.silent(),
                        () -> false))
        .isSameAs(failure);
  }

  @Test
  void aStopEndsTheWork() {
    CardTransactions source = new CardTransactions(Dataset.MAX_ROWS, 1);
    assertThatThrownBy(
            () ->
                new Generation(source, 1)
                    .run(inMemory(Codec.NONE, 2), Progress.silent(), () -> true))
        .isInstanceOf(StoppedException.class);
  }
}
