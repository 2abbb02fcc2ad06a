package io.loadpath.loads.files;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.loads.Coded;
import io.loadpath.loads.files.EvenSplits.Piece;
import io.loadpath.loads.files.RowChunks.Chunk;
import io.loadpath.rows.Column;
import io.loadpath.rows.FileFormat;
import io.loadpath.rows.FileFormat.DateForm;
import io.loadpath.rows.FileFormat.LineEnd;
import io.loadpath.rows.FileFormat.TimestampForm;
import io.loadpath.rows.TextFormat;
import io.loadpath.rows.Type;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Chunks of the files of described tables. */
class DescribedChunksTest {
  private static final List<Column> COLUMNS =
      List.of(
          new Column("id", Type.integer(5), false, "the ID"),
          new Column("straße", Type.text(Type.UNLIMITED), true));

  @TempDir private Path folder;

  private static TextFormat format(Character quote, boolean header, LineEnd end, Charset encoding) {
    return TextFormat.of(
        new FileFormat(
            ',', quote, quote, header, false, "", end, encoding, DateForm.ISO, TimestampForm.SPACE),
        COLUMNS);
  }

  private static int headerLines(TextFormat format) {
    return format.described().format().headerLines();
  }

  private Piece piece(byte[] text, long from, long to) throws IOException {
    Path file = Files.write(folder.resolve("part"), text);
    long time = Files.getLastModifiedTime(file).toMillis();
    return new Piece(file.toUri().toString(), from, to, text.length, time);
  }

  private List<String> read(TextFormat format, byte[] text, int chunkBytes, long from, long to)
      throws IOException {
    List<String> read = new ArrayList<>();
    try (RowChunks chunks =
        RowChunks.open(
            piece(text, from, to),
            0,
            format,
            headerLines(format),
            chunkBytes,
            new Configuration())) {
      for (Chunk chunk = chunks.next(); chunk != null; chunk = chunks.next()) {
        read.add(chunk.offset() + " " + new String(chunk.bytes(), 0, chunk.length(), US_ASCII));
      }
    }
    return read;
  }

  /** A doubled quote, an escape at the end and a line end in quotes may be at any cut. */
  @Test
  void chunksEndBetweenRowsOfEverySize() throws IOException {
    String start = "\uFEFF\"the ID\",straße\r\n";
    List<String> rows =
        List.of(
            "1,\"a \"\"b\"\",\r\n\"\r\n",
            "2,\"\"\r\n",
            "3,x\"y\n",
            "4,\"\"\"\"\n",
            "5,\"c\"d,\"\n,");
    byte[] text = (start + String.join("", rows)).getBytes(UTF_8);
    TextFormat format = format('"', true, LineEnd.CRLF, UTF_8);
    int first = start.getBytes(UTF_8).length;
    List<String> starts = new ArrayList<>();
    int at = first;
    for (String row : rows) {
      starts.add(at + " " + row);
      at += row.length();
    }
    for (int bytes = 2; bytes <= text.length; bytes++) {
      List<String> read = read(format, text, bytes, 0, text.length);
      assertThat(String.join("", read.stream().map(c -> c.substring(c.indexOf(' ') + 1)).toList()))
          .as("chunks of %d bytes", bytes)
          .isEqualTo(String.join("", rows));
      for (String chunk : read) {
        assertThat(starts).as("chunks of %d bytes", bytes).anyMatch(chunk::startsWith);
      }
    }
    assertThat(read(format, text, 2, 0, text.length)).hasSameSizeAs(rows);
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void eachRowIsReadOnceWhereverAFileIsCut(boolean header) throws IOException {
    String start = "\uFEFF" + (header ? "the ID,straße\r\n" : "");
    String rows = "1,a\r\n2,b\r\n\r\n3,c";
    byte[] text = (start + rows).getBytes(UTF_8);
    TextFormat format = format(null, header, LineEnd.CRLF, UTF_8);
    for (long cut = 1; cut < text.length; cut++) {
      List<String> read = new ArrayList<>(read(format, text, 3, 0, cut));
      read.addAll(read(format, text, 3, cut, text.length));
      assertThat(String.join("", read.stream().map(c -> c.substring(c.indexOf(' ') + 1)).toList()))
          .as("cut at %d", cut)
          .isEqualTo(rows);
    }
  }

  @Test
  void aHeaderLineInLatin1NamesTheColumns() throws IOException {
    byte[] text = "the ID,straße\n1,ä\n".getBytes(ISO_8859_1);

    assertThat(read(format('"', true, LineEnd.LF, ISO_8859_1), text, 100, 0, text.length))
        .hasSize(1)
        .first()
        .asString()
        .startsWith("14 1,");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "UTF-8; straße,the ID\\n1,a\\n; column id: the header line has 'straße' here",
        "UTF-8; the ID\\n1,a\\n; column straße: is missing, the header line has 1 of 2 names",
        "ISO-8859-1; \u00EF\u00BB\u00BFthe ID,straße\\n; begins with UTF-8's byte order mark",
        "ISO-8859-1; \u00FF\u00FEt; is UTF-16",
      })
  void aFileThatBeginsOtherwiseIsRefused(Charset encoding, String text, String why) {
    TextFormat format = format('"', true, LineEnd.LF, encoding);
    byte[] bytes = text.replace("\\n", "\n").getBytes(encoding);

    assertThatThrownBy(() -> read(format, bytes, 100, 0, bytes.length))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(why);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "the ID,straße", "the ID,straße\n"})
  void aFileMayHaveNoRows(String text) throws IOException {
    byte[] bytes = text.getBytes(UTF_8);

    assertThat(read(format('"', true, LineEnd.LF, UTF_8), bytes, 100, 0, bytes.length)).isEmpty();
  }

  /** The plan of a job holds the format. */
  @Test
  void aFormatCanBeSerialized() throws Exception {
    TextFormat format = format('"', true, LineEnd.CRLF, ISO_8859_1);
    Configuration conf = new Configuration(false);
    Coded.put(conf, "format", format);

    assertThat(Coded.get(conf, "format", TextFormat.class)).isEqualTo(format);
  }
}
