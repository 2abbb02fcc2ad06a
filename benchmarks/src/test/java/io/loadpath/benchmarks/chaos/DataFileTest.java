package io.loadpath.benchmarks.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.benchmarks.chaos.DataFile.Codec;
import io.loadpath.benchmarks.chaos.DataFile.Cut;
import io.loadpath.benchmarks.chaos.TableSpec.Published;
import io.loadpath.benchmarks.chaos.TableSpec.Shape;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.zstandard.ZstdCompressorInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DataFileTest {
  private static final TableSpec TABLE =
      new TableSpec(
          "s",
          "t",
          Shape.PLAIN,
          List.of("id", "a", "b"),
          List.of(TableSpec.Type.NUMERIC, TableSpec.Type.TEXT),
          false,
          false,
          false,
          Published.NOT,
          Partitions.OTHERS);

  private static DataFile file(Codec codec, Cut cut, double at) {
    return new DataFile("part-0", codec, 1, 30_000, 5, cut, at, 0);
  }

  private static byte[] inflated(Codec codec, byte[] file) throws IOException {
    InputStream in = new ByteArrayInputStream(file);
    return switch (codec) {
      case NONE -> file;
      case GZIP -> new GZIPInputStream(in).readAllBytes();
      case DEFLATE -> new InflaterInputStream(in).readAllBytes();
      case ZSTD -> new ZstdCompressorInputStream(in).readAllBytes();
      case BZIP2 -> new BZip2CompressorInputStream(in).readAllBytes();
    };
  }

  @ParameterizedTest
  @EnumSource
  void aWholeFileHoldsItsTextAndACutOneLacksAByteAtLeast(Codec codec) throws IOException {
    byte[] text = DataFile.text(file(codec, Cut.NONE, 0).values(TABLE));
    byte[] whole = codec.compress(text);

    assertThat(file(codec, Cut.NONE, 0.5).length(whole)).isEqualTo(whole.length);
    assertThat(inflated(codec, whole)).isEqualTo(text);
    assertThat(file(codec, Cut.ANYWHERE, 0).length(whole)).isZero();
    assertThat(file(codec, Cut.ANYWHERE, 0.5).length(whole)).isBetween(1, whole.length - 1);
    assertThat(file(codec, Cut.ANYWHERE, Math.nextDown(1.0)).length(whole))
        .isLessThan(whole.length);
  }

  /** Such a cut leaves whole blocks, so that their rows can be read. */
  @Test
  void aCutBetweenBlocksEndsWhereOneBegins() throws IOException {
    byte[] text = DataFile.text(file(Codec.BZIP2, Cut.NONE, 0).values(TABLE));
    byte[] whole = Codec.BZIP2.compress(text);
    List<Integer> blocks = DataFile.bzip2Blocks(whole);

    assertThat(blocks).hasSizeGreaterThan(2);
    int length = file(Codec.BZIP2, Cut.BETWEEN_BLOCKS, 0).length(whole);
    assertThat(length).isEqualTo(blocks.get(0));

    byte[] cut = Arrays.copyOf(whole, length);
    InputStream in = new BZip2CompressorInputStream(new ByteArrayInputStream(cut));
    byte[] first = in.readNBytes(90_000);
    assertThat(first).isEqualTo(Arrays.copyOf(text, first.length));
    assertThatThrownBy(in::readAllBytes).isInstanceOf(IOException.class);
  }

  @Test
  void malformedRowsAreBetweenTheOthers(@TempDir Path folder) throws IOException {
    new DataFile("some", Codec.NONE, 7, 20, 5, Cut.NONE, 0, 2).write(folder, TABLE, true);

    assertThat(Files.readAllLines(folder.resolve("some")))
        .hasSize(22)
        .contains("bad 7|x", "bad 8|x")
        .anyMatch(line -> line.endsWith("|\"b|c\""))
        .anyMatch(line -> line.endsWith("|\"\"\"quoted\"\"\""))
        .anyMatch(line -> line.endsWith("|back\\slash"));
  }

  @Test
  void textHasAFieldForEachValue() {
    assertThat(
            new String(
                DataFile.text(List.of(Arrays.asList("1", null, "a|b\\c"), List.of("2", "3", "x"))),
                UTF_8))
        .isEqualTo("1||a\\|b\\\\c\n2|3|x\n");
  }
}
