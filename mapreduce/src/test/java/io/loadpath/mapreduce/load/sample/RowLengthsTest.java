package io.loadpath.mapreduce.load.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.loadpath.loads.files.EvenSplits.Piece;
import io.loadpath.rows.TextFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowLengthsTest {
  private static final TextFormat FORMAT =
      TextFormat.plain('|', "", TextFormat.DelimiterAtEnd.NEVER);

  @TempDir private Path folder;

  private Piece write(String name, int bytes, int rowBytes) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, ("x".repeat(rowBytes - 1) + "\n").repeat(bytes / rowBytes));
    return new Piece(
        file.toUri().toString(), Files.size(file), Files.getLastModifiedTime(file).toMillis());
  }

  private static RowLengths of(Piece... files) throws IOException {
    return RowLengths.of(new SampleReader(FORMAT, 0, new Configuration()), List.of(files));
  }

  /** The mean of all rows would leave long rows with almost no row at a place. */
  @Test
  void eachByteCounts() throws IOException {
    RowLengths lengths = of(write("short", 2_000_000, 10), write("long", 2_000_000, 1000));
    assertThat(lengths.mean()).isCloseTo(505, within(20.0));
    assertThat(lengths.blockBytes(16)).isBetween(7760, 8400);
    assertThat(lengths.bytesRead()).isLessThan(600_000);
  }

  @Test
  void aBlockHasAMost() throws IOException {
    assertThat(of(write("long", 2_000_000, 2000)).blockBytes(16)).isEqualTo(30_000);
    assertThat(of().blockBytes(16)).isEqualTo(30_000);
  }
}
