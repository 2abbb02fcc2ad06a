package io.loadpath.benchmarks.describe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdOutputStream;
import io.loadpath.tables.DatasetException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is found of compressed files, and of files whose name hides that they are. */
class CompressedFilesTest {
  @TempDir private Path folder;

  @Test
  void compressedFilesAreReadByTheirNames() throws IOException {
    Map<String, String> codecs = Map.of("gz", "gzip", "zst", "zstd", "lz4", "lz4", "bz2", "bzip2");
    for (String suffix : codecs.keySet()) {
      Path file = folder.resolve("a.csv." + suffix);
      try (OutputStream out = compressor(file)) {
        out.write("id,t\n1,x\n".getBytes(UTF_8));
      }
      Descriptions.Result found = Descriptions.of(file);
      assertThat(found.description().rows()).isEqualTo(1);
      assertThat(found.types()).containsExactly("integer(1)", "text(10)");
      assertThat(found.yaml()).contains("Codec: " + codecs.get(suffix) + ".");
    }
    Path gzip = folder.resolve("a.csv.gz");
    Path bzip2 = folder.resolve("a.csv.bz2");
    assertThatThrownBy(() -> Descriptions.of(gzip, bzip2))
        .isInstanceOf(DatasetException.class)
        .hasMessageStartingWith(gzip + " and " + bzip2 + " are compressed in different ways");
    Path named = Files.move(folder.resolve("a.csv.zst"), folder.resolve("a.csv.zstd"));
    assertThatThrownBy(() -> Descriptions.of(named))
        .hasMessageContaining("a.csv.zstd: has a NUL byte")
        .hasMessageContaining("must end in .gz, .zst");
  }

  private static OutputStream compressor(Path file) throws IOException {
    OutputStream stored = Files.newOutputStream(file);
    String name = file.toString();
    return switch (name.substring(name.lastIndexOf('.'))) {
      case ".gz" -> new GZIPOutputStream(stored);
      case ".zst" -> new ZstdOutputStream(stored);
      case ".lz4" -> new LZ4FrameOutputStream(stored);
      default -> new BZip2CompressorOutputStream(stored);
    };
  }
}
