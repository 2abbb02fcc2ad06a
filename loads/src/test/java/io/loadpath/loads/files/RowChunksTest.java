package io.loadpath.loads.files;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.loads.files.EvenSplits.Piece;
import io.loadpath.loads.files.RowChunks.Chunk;
import io.loadpath.rows.RowBoundaries;
import io.loadpath.rows.TextFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
      Chunk all = chunks.next();
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

  private static TextFormat format(char escape) {
    return TextFormat.sqoop('|', '\n', escape, TextFormat.NONE, "", "");
  }

  private RowChunks open() throws IOException {
    Piece whole =
        new Piece(
            file.toUri().toString(), ROWS.length(), Files.getLastModifiedTime(file).toMillis());
    return RowChunks.open(whole, 0, format(TextFormat.NONE), 0, new Configuration());
  }

  /** Wherever a file is cut, also in its header lines, each row after them is read once. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "0; ID|NAME\\n; 1|a\\n2|b\\n",
        "1; ID|A LONG NAME OF A COLUMN\\n; 1|a\\n2|b\\n3|c",
        "1; \uFEFFID|NAME\\r\\n; 1|a\\r\\n2|b\\r\\n",
        "3; # made by\\n\\nID|NAME\\n; 1|a\\n2|b\\n",
        "1; ID|NAME\\n; ''",
        "1; ID|NAME; ''",
        "5; ID|NAME\\n1|a\\n; ''",
        "1; ID|A\\\\nB\\n; 1|a\\n",
      })
  void leavesHeaderLinesOutWhereverASplitBegins(int lines, String header, String rows)
      throws IOException {
    String first = header.replace("\\n", "\n").replace("\\r", "\r");
    String others = rows.replace("\\n", "\n").replace("\\r", "\r");
    String text = lines == 0 ? others : first + others;
    Files.writeString(file, text);
    long bytes = Files.size(file);
    long time = Files.getLastModifiedTime(file).toMillis();
    String name = file.toUri().toString();
    for (long cut = 0; cut <= bytes; cut++) {
      StringBuilder read = new StringBuilder();
      for (Piece piece :
          List.of(new Piece(name, 0, cut, bytes, time), new Piece(name, cut, bytes, bytes, time))) {
        if (piece.bytes() > 0) { // no mapper gets another
          try (RowChunks chunks =
              RowChunks.open(piece, 0, format('\\'), lines, new Configuration())) {
            for (Chunk chunk = chunks.next(); chunk != null; chunk = chunks.next()) {
              assertThat(chunk.offset()).isEqualTo(bytes - others.length() + read.length());
              read.append(new String(chunk.bytes(), 0, chunk.length(), US_ASCII));
            }
          }
        }
      }
      assertThat(read).as("cut at %d", cut).hasToString(others);
    }
  }

  @Test
  void aHeaderLineDoesNotTakeTheRows() throws IOException {
    Files.writeString(file, "ID|\"NAME\n1|a\n");
    TextFormat enclosed = TextFormat.sqoop('|', '\n', TextFormat.NONE, '"', "", "");
    Piece whole =
        new Piece(
            file.toUri().toString(), Files.size(file), Files.getLastModifiedTime(file).toMillis());

    assertThatThrownBy(() -> RowChunks.open(whole, 0, enclosed, 1, new Configuration()).close())
        .hasMessageContaining("the header line at byte 0 has \" without a second one");
  }

  /** With other line ends, or compressed under another name, a file is one line. */
  @ParameterizedTest
  @ValueSource(strings = {"ID|NAME\r1|a\r", "\u001f\u008b\b\u0000", "I\u0000D\u0000|"})
  void aHeaderLineWithoutItsEndDoesNotTakeTheRows(String text) throws IOException {
    Files.writeString(file, text);
    Piece whole =
        new Piece(
            file.toUri().toString(), Files.size(file), Files.getLastModifiedTime(file).toMillis());

    assertThatThrownBy(
            () -> RowChunks.open(whole, 0, format(TextFormat.NONE), 1, new Configuration()).close())
        .hasMessageContaining("the header line goes on to the file's end, and has the byte 0x");
  }

  /** Spreadsheets write the mark, and a name in the header may have a line end in its quotes. */
  @ParameterizedTest
  @ValueSource(strings = {"\"THE\nID\"|NAME\n", "\uFEFF\"THE\nID\"|NAME\n", "\uFEFF\n", "I\n"})
  void aByteOrderMarkIsNoPartOfAHeaderLine(String header) throws IOException {
    Files.writeString(file, header + "1|a\n");
    TextFormat enclosed = TextFormat.sqoop('|', '\n', TextFormat.NONE, '"', "", "");
    Piece whole =
        new Piece(
            file.toUri().toString(), Files.size(file), Files.getLastModifiedTime(file).toMillis());

    try (RowChunks chunks = RowChunks.open(whole, 0, enclosed, 1, new Configuration())) {
      Chunk chunk = chunks.next();
      assertThat(new String(chunk.bytes(), 0, chunk.length(), US_ASCII)).isEqualTo("1|a\n");
      assertThat(chunk.offset()).isEqualTo(Files.size(file) - 4);
    }
  }

  @ParameterizedTest
  @ValueSource(chars = {TextFormat.NONE, '\\'})
  void aRowBeginsAtTheSameByteWhereverASplitDoes(char escape) throws Exception {
    Random random = new Random(3);
    byte[] text = new byte[12_000];
    for (int i = 0; i < text.length; i++) {
      // long runs of escapes and rows longer than a read
      text[i] = (byte) (i % 6000 < 4500 ? "\\\\\\\n" : "a|\\\n").charAt(random.nextInt(4));
    }
    TextFormat format = format(escape);
    RowBoundaries boundaries = new RowBoundaries(format);
    TreeSet<Long> starts = new TreeSet<>(List.of((long) text.length));
    for (int at = 0; at >= 0; at = boundaries.next(text, at, text.length)) {
      starts.add((long) at);
    }
    assertThat(starts).hasSizeGreaterThan(100);
    Files.write(file, text);
    try (FSDataInputStream in =
        FileSystem.getLocal(new Configuration())
            .open(new org.apache.hadoop.fs.Path(file.toUri()))) {
      for (long offset = 0; offset <= text.length; offset++) {
        assertThat(RowChunks.rowStart(in, format, offset, text.length))
            .as("from %d", offset)
            .isEqualTo(starts.ceiling(offset));
      }
    }
  }
}
