package io.loadpath.rows;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.rows.FileFormat.DateForm;
import io.loadpath.rows.FileFormat.LineEnd;
import io.loadpath.rows.FileFormat.TimestampForm;
import io.loadpath.rows.parser.MalformedRowException;
import io.loadpath.rows.parser.RowParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows in every described format, read by the parser of descriptions and for binary COPY. */
class DescribedRowsTest {
  private static final int TEXTS = 1_500;
  private static final int SLACK = 100;

  private static List<RowCopy.Column> targets(List<Column> columns) {
    return columns.stream()
        .map(column -> new RowCopy.Column(column.name(), usualTarget(column.type())))
        .toList();
  }

  private static ColumnType usualTarget(Type type) {
    return switch (type.kind()) {
      case INTEGER -> ColumnType.INT8;
      case DECIMAL -> ColumnType.NUMERIC;
      case DOUBLE -> ColumnType.FLOAT8;
      case BOOLEAN -> ColumnType.BOOL;
      case TEXT -> ColumnType.TEXT;
      case DATE -> ColumnType.DATE;
      case TIMESTAMP -> type.zone() ? ColumnType.TIMESTAMPTZ : ColumnType.TIMESTAMP;
      case BYTES -> ColumnType.BYTEA;
    };
  }

  /** The rows and the malformed rows, each with its first byte in the file. */
  private static List<String> reference(byte[] file, List<Column> columns, FileFormat format) {
    RowParser parser = new RowParser(columns, format, false);
    byte[] text = new String(file, format.encoding()).getBytes(UTF_8);
    boolean utf8 = format.encoding().equals(UTF_8);
    text = utf8 ? file : text;
    List<String> rows = new ArrayList<>();
    for (int at = 0; at < text.length; ) {
      int offset = utf8 ? at : new String(text, 0, at, UTF_8).length();
      try {
        at = parser.parse(text, at, text.length, true);
        rows.add(offset + ": " + canonical(parser, columns));
      } catch (MalformedRowException e) {
        rows.add(offset + ": " + e.getMessage());
        at = e.next();
      }
    }
    return rows;
  }

  private static List<String> canonical(RowParser parser, List<Column> columns) {
    List<String> row = new ArrayList<>();
    int from = 0;
    int text = 0;
    int number = 0;
    for (Column column : columns) {
      if (column.type().kind() == Kind.DOUBLE) {
        row.add(parser.doubleIsNull()[number] ? "\\N" : Double.toString(parser.doubles()[number]));
        number++;
      } else {
        int end = parser.ends()[text++];
        row.add(new String(parser.row(), from, end - from, UTF_8));
        from = end + 1;
      }
    }
    return row;
  }

  /** The same rows by binary COPY. */
  private static final class Copy {
    final List<String> rows = new ArrayList<>();
    final RowCopy copy;
    int start;
    int chunks;

    Copy(List<Column> columns, FileFormat format) {
      copy =
          RowCopy.tuples(
              targets(columns),
              TextFormat.of(format, columns),
              DateOrder.YMD,
              row -> rows.add(start + row.offset() + ": " + row.wrong()),
              (bytes, from, to, offset) ->
                  rows.add(start + offset + ": " + canonical(bytes, from, to, columns)));
    }

    /** Sends pieces that end anywhere. */
    List<String> pieces(byte[] file, int bytes) throws IOException {
      for (int at = 0; at < file.length; at += bytes) {
        byte[] piece = Arrays.copyOfRange(file, at, Math.min(file.length, at + bytes));
        copy.write(Arrays.copyOf(piece, piece.length + SLACK), 0, piece.length);
      }
      copy.end();
      return rows;
    }

    /** Sends chunks of whole rows. */
    List<String> chunks(byte[] file, int bytes, TextFormat format) throws IOException {
      RowBoundaries boundaries = new RowBoundaries(format);
      for (int end = bytes; start < file.length; end += bytes) {
        int cut =
            end >= file.length ? file.length : boundaries.last(file, start, Math.max(end, start));
        copy.write(Arrays.copyOf(file, file.length + SLACK), start, cut);
        copy.endText();
        chunks += cut > start ? 1 : 0;
        start = cut;
      }
      return rows;
    }
  }

  private static List<String> canonical(byte[] tuple, int from, int to, List<Column> columns) {
    ByteBuffer bytes = ByteBuffer.wrap(tuple, from, to - from);
    assertThat(bytes.getShort()).isEqualTo((short) columns.size());
    List<String> row = new ArrayList<>();
    for (Column column : columns) {
      int length = bytes.getInt();
      byte[] field = new byte[Math.max(0, length)];
      bytes.get(field);
      row.add(length < 0 ? "\\N" : CopyText.of(column.type(), field));
    }
    assertThat(bytes.remaining()).isZero();
    return row;
  }

  /** The same rows by COPY of text, as the server reads it. */
  private static List<String> asText(byte[] file, List<Column> columns, FileFormat format)
      throws IOException {
    TreeMap<Long, String> rows = new TreeMap<>();
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    RowCopy copy =
        RowCopy.text(
            targets(columns),
            TextFormat.of(format, columns),
            DateOrder.YMD,
            row -> rows.put(row.offset(), row.wrong()),
            offset -> offset + "\t",
            sent::write);
    copy.write(file, 0, file.length);
    copy.end();
    for (String line : sent.toString(UTF_8).split("\n")) {
      String[] fields = line.split("\t", -1);
      List<String> row = new ArrayList<>();
      for (int i = 1; i < fields.length; i++) {
        row.add(CopyText.canonical(columns.get(i - 1).type(), fields[i]));
      }
      if (!line.isEmpty()) {
        rows.put(Long.parseLong(fields[0]), row.toString());
      }
    }
    return rows.entrySet().stream().map(row -> row.getKey() + ": " + row.getValue()).toList();
  }

  @ParameterizedTest
  @EnumSource(DateForm.class)
  void rowsAreThoseOfTheParserInEveryFormat(DateForm days) throws IOException {
    int good = 0;
    int malformed = 0;
    for (int seed = 0; seed < TEXTS; seed++) {
      Random random = new Random(seed);
      RandomFile file = new RandomFile(days, random);
      byte[] bytes = file.bytes();
      String shown = "seed %d, %s, %s".formatted(seed, file.format, file.columns);
      List<String> expected = reference(bytes, file.columns, file.format);

      assertThat(new Copy(file.columns, file.format).pieces(bytes, bytes.length + 1))
          .as(shown)
          .isEqualTo(expected);
      int cut = 1 + random.nextInt(60);
      assertThat(new Copy(file.columns, file.format).pieces(bytes, cut))
          .as("pieces of %d, %s", cut, shown)
          .isEqualTo(expected);
      TextFormat format = TextFormat.of(file.format, file.columns);
      assertThat(new Copy(file.columns, file.format).chunks(bytes, cut, format))
          .as("chunks of %d, %s", cut, shown)
          .isEqualTo(expected);
      Copy single = new Copy(file.columns, file.format);
      assertThat(single.chunks(bytes, 1, format))
          .as("rows one by one, " + shown)
          .isEqualTo(expected);
      assertThat(single.chunks).as(shown).isEqualTo(expected.size());
      assertThat(asText(bytes, file.columns, file.format)).as(shown).isEqualTo(expected);
      malformed += (int) expected.stream().filter(row -> row.contains(": column ")).count();
      good += (int) expected.stream().filter(row -> row.contains(": [")).count();
    }
    assertThat(good).isGreaterThan(2 * TEXTS);
    assertThat(malformed).isGreaterThan(2 * TEXTS);
  }

  private static final FileFormat CSV =
      new FileFormat(
          ',', '"', '"', true, false, "", LineEnd.CRLF, UTF_8, DateForm.GERMAN, TimestampForm.T);

  @Test
  void quotesCanBeDoubledAndHoldLineEnds() throws IOException {
    List<Column> columns =
        List.of(
            new Column("t", Type.text(Type.UNLIMITED), true),
            new Column("d", Type.of(Kind.DATE), true));
    byte[] file = "\"say \"\"a,\r\nb\"\"\",31.01.2024\r\n\"\",\r\n,\r\n".getBytes(UTF_8);

    assertThat(new Copy(columns, CSV).pieces(file, 7))
        .containsExactly("0: [say \"a,\r\nb\", 2024-01-31]", "28: [, \\N]", "33: [\\N, \\N]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "double; INT4; double cannot be loaded into a column of type int4",
        "timestamp(3); TIMESTAMPTZ; timestamp(3) cannot be loaded into a column of type timestamptz",
        "timestamp(3) with time zone; TIMESTAMP; with time zone cannot be loaded into a column",
      })
  void aColumnOfAnotherTypeIsRefusedByName(String type, ColumnType target, String why) {
    List<Column> columns = List.of(new Column("x", Type.parse(type), true));
    List<RowCopy.Column> targets = List.of(new RowCopy.Column("x", target));

    assertThatThrownBy(
            () ->
                RowCopy.tuples(
                    targets,
                    TextFormat.of(CSV, columns),
                    DateOrder.MDY,
                    row -> {},
                    (b, f, t, o) -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("column x")
        .hasMessageContaining(why);
  }

  /** Exports know their files again by a digest of this text. */
  @Test
  void theTextOfOtherFormatsStaysTheSame() {
    assertThat(TextFormat.sqoop(',', '\n', '\\', '"', "null", "\\N"))
        .hasToString(
            "TextFormat[delimiter=,, lineEnd=\n, escape=\\, enclosing=\", nullText=null,"
                + " nullOther=\\N, nullParsed=true, delimiterAtEnd=SOMETIMES, refusesCr=false]");
  }

  /** A number's text may be shorter than its canonical text, and its binary form longer. */
  @Test
  void aLongCanonicalTextHasRoom() throws IOException {
    List<Column> columns =
        IntStream.range(0, 50)
            .mapToObj(i -> new Column("n" + i, Type.decimal(38, 38), false))
            .toList();
    FileFormat format =
        new FileFormat(
            ',', null, null, false, false, "", LineEnd.LF, UTF_8, DateForm.ISO, TimestampForm.T);
    byte[] file = ("0" + ",.5".repeat(49) + "\n").repeat(2_000).getBytes(UTF_8);

    List<String> rows = new Copy(columns, format).pieces(file, file.length);

    String half = "0.5" + "0".repeat(37);
    assertThat(rows).hasSize(2_000).allMatch(row -> row.endsWith(", " + half + "]"));
  }

  @Test
  void aRowMayBeLongerThanAPiece() throws IOException {
    List<Column> columns = List.of(new Column("t", Type.text(Type.UNLIMITED), true));
    String text = "\"" + "é,\n".repeat(100_000) + "\"\r\n";

    assertThat(new Copy(columns, CSV).pieces(text.getBytes(UTF_8), 1_000))
        .containsExactly("0: [" + "é,\n".repeat(100_000) + "]");
  }
}
