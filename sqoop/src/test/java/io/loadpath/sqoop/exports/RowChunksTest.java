package io.loadpath.sqoop.exports;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.rows.TextFormat;
import io.loadpath.sqoop.exports.EvenSplits.Piece;
import io.loadpath.sqoop.exports.ExportPlan.Marks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that changes while it is read: its time was the listed one when it was opened. */
class RowChunksTest {
  private static final String ROWS = "1|a\n2|b\n";

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void writeFile() throws IOException {
    file = Files.writeString(folder.resolve("part-0"), ROWS);
  }

  @Test
  void readsNoRowsThatCameAfterTheListing() throws IOException {
    try (RowChunks chunks = open()) {
      Files.writeString(file, "3|c\n4", StandardOpenOption.APPEND);
      RowChunk all = chunks.next();
      assertThat(new String(all.bytes(), 0, all.length(), US_ASCII)).isEqualTo(ROWS);
      assertThat(chunks.next()).isNull();
    }
  }

  @Test
  void refusesAFileThatBecomesShorter() throws IOException {
    try (RowChunks chunks = open()) {
      Files.writeString(file, "1|a\n");
      assertThatThrownBy(chunks::next).hasMessageContaining("4 bytes are missing");
    }
  }

  private RowChunks open() throws IOException {
    Marks marks = new Marks('|', '\n', TextFormat.NONE, TextFormat.NONE, "null", "null");
    Piece whole =
        new Piece(
            file.toUri().toString(), ROWS.length(), Files.getLastModifiedTime(file).toMillis());
    return RowChunks.open(whole, 0, new RowBoundaries(marks.format()), new Configuration());
  }
}
