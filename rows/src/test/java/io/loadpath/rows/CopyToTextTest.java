package io.loadpath.rows;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.rows.CopyToText.Form;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CopyToTextTest {
  private static final TextFormat TABS = escaped('\t', TextFormat.NONE, "\\N");
  private static final TextFormat COMMAS = escaped(',', '"', "");
  private static final Pattern ESCAPE = Pattern.compile("\\\\([nrt])|(\\\\.)", Pattern.DOTALL);
  private static final List<String> PIECES =
      List.of("a", "ä", ",", "\"", "\\\n", "\\\t", "\\\\", " ", "\\\r", "N", ".", "n");

  private static TextFormat escaped(char delimiter, char enclosing, String nullText) {
    return new TextFormat(
        delimiter,
        '\n',
        '\\',
        enclosing,
        nullText,
        nullText,
        false,
        TextFormat.DelimiterAtEnd.NEVER,
        true);
  }

  private static List<RowCopy.Column> columns(ColumnType... types) {
    return Stream.of(types).map(type -> new RowCopy.Column("c_" + type, type)).toList();
  }

  private static byte[] binary(List<RowCopy.Column> columns, TextFormat format, String text)
      throws IOException {
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    RowCopy copy = RowCopy.binary(columns, format, DateOrder.MDY, sent::write);
    byte[] bytes = text.getBytes(UTF_8);
    copy.write(bytes, 0, bytes.length);
    copy.end();
    return sent.toByteArray();
  }

  private static String text(Form form, List<RowCopy.Column> columns, byte[] binary, int piece)
      throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try (CopyToText out = new CopyToText(form, columns, text)) {
      for (int at = 0; at < binary.length; at += piece) {
        out.write(binary, at, Math.min(piece, binary.length - at));
      }
    }
    return text.toString(UTF_8);
  }

  /** Puts COPY's letters after backslashes into the words of {@link #TABS}. */
  private static String withoutLetters(String text) {
    return ESCAPE
        .matcher(text)
        .replaceAll(
            found -> {
              String letter = found.group(1);
              return letter == null
                  ? "\\\\" + (found.group().equals("\\\\") ? "\\\\" : found.group().substring(1))
                  : "\\\\" + "\n\r\t".charAt("nrt".indexOf(letter));
            });
  }

  /** Puts doubled quotes into the words of {@link #COMMAS}. */
  private static String withoutDoubledQuotes(String text) {
    StringBuilder out = new StringBuilder();
    boolean inside = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (inside && text.startsWith("\"\"", i)) {
        out.append('\\');
        i++;
      } else if (c == '"') {
        inside = !inside;
      } else if (c == '\\') {
        out.append('\\');
      }
      out.append(c);
    }
    return out.toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "INT2; -32768; -32768",
        "INT4; 2147483647; 2147483647",
        "INT8; -9223372036854775808; -9223372036854775808",
        "NUMERIC; 00012.3400; 12.3400",
        "NUMERIC; -0.0005; -0.0005",
        "NUMERIC; 1e9; 1000000000",
        "NUMERIC; 10000.00000001; 10000.00000001",
        "NUMERIC; -0.00; 0.00",
        "FLOAT4; 0.1; 0.1",
        "FLOAT8; -1e300; -1.0E300",
        "DATE; 02/28/2009; 2009-02-28",
        "UUID; A0EEBC99-9c0b-4ef8-bb6d-6bb9bd380a11; a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",
        "TEXT; ä; ä"
      })
  void aValueHasThisText(ColumnType type, String text, String expected) throws IOException {
    byte[] binary = binary(columns(type), TABS, text);

    assertThat(text(Form.POSTGRES, columns(type), binary, 1)).isEqualTo(expected + "\n");
    assertThat(text(Form.ORACLE, columns(type), binary, 100)).isEqualTo(expected + "\n");
  }

  @Test
  void postgresHasItsOwnForms() throws IOException {
    List<RowCopy.Column> columns =
        columns(
            ColumnType.TEXT,
            ColumnType.TEXT,
            ColumnType.TEXT,
            ColumnType.BOOL,
            ColumnType.BYTEA,
            ColumnType.TIMESTAMP,
            ColumnType.TIMESTAMPTZ,
            ColumnType.DATE,
            ColumnType.CHAR);
    String row =
        "\\N\t\ta\\\n\\\tb\\\\\tyes\t\\\\x00ff\t2009-01-02T03:04:05.5\t2009-01-02 03:04+02\t0044-03-15 BC\t";

    assertThat(text(Form.POSTGRES, columns, binary(columns, TABS, row), 1 << 16))
        .isEqualTo(
            "\\N\t\ta\\n\\tb\\\\\tt\t\\\\x00ff\t2009-01-02 03:04:05.500000\t2009-01-02 01:04:00+00\t0044-03-15 BC\t\n");
  }

  @Test
  void oracleHasItsOwnForms() throws IOException {
    List<RowCopy.Column> columns =
        columns(
            ColumnType.TEXT,
            ColumnType.TEXT,
            ColumnType.TEXT,
            ColumnType.TEXT,
            ColumnType.BOOL,
            ColumnType.HEX,
            ColumnType.TIMESTAMP,
            ColumnType.TIMESTAMPTZ,
            ColumnType.FLOAT8,
            ColumnType.FLOAT4);
    String row =
        "\\N\ta,b\tx\\\n\"y\"\t b\tno\t00fF\t2009-01-02\t2009-01-02 03:04:05Z\t-Infinity\tNaN";

    assertThat(text(Form.ORACLE, columns, binary(columns, TABS, row), 7))
        .isEqualTo(
            ",\"a,b\",\"x\n\"\"y\"\"\",\" b\",0,00ff,2009-01-02 00:00:00.000000,2009-01-02 03:04:05.000000+00:00,-Inf,NaN\n");
  }

  @ParameterizedTest
  @CsvSource({
    "DATE, infinity, 'infinity does not fit Oracle: it is not a DATE'",
    "TIMESTAMP, -infinity, '-infinity does not fit Oracle: it is not a TIMESTAMP'",
    "NUMERIC, NaN, 'NaN does not fit Oracle: it is not a NUMBER'",
    "DATE, 0044-03-15 BC, '0044-03-15 BC does not fit Oracle: the files have no years BC'",
    "TIMESTAMPTZ, 10000-01-01 00:00:00Z, '10000-01-01 does not fit Oracle: its last year is 9999'"
  })
  void oracleRefusesByName(ColumnType type, String text, String why) throws IOException {
    byte[] binary = binary(columns(type), TABS, text);

    assertThatThrownBy(() -> text(Form.ORACLE, columns(type), binary, 100))
        .hasMessage("column c_%s: %s", type, why);
    text(Form.POSTGRES, columns(type), binary, 100);
  }

  /** From text to tuples, to text, to the same tuples. */
  @ParameterizedTest
  @EnumSource
  void theTextGivesTheSameTuples(Form form) throws IOException {
    Random random = new Random(29);
    boolean oracle = form == Form.ORACLE;
    List<ColumnType> types =
        Stream.of(ColumnType.values())
            .filter(type -> type != (oracle ? ColumnType.BYTEA : ColumnType.HEX))
            .toList();
    List<RowCopy.Column> columns = columns(types.toArray(ColumnType[]::new));
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      lines.add(
          types.stream()
              .map(type -> value(type, oracle, random))
              .collect(Collectors.joining("\t")));
    }
    byte[] binary = binary(columns, TABS, String.join("\n", lines));

    String text = text(form, columns, binary, 1 + random.nextInt(1 << 17));
    byte[] again =
        oracle
            ? binary(columns, COMMAS, withoutDoubledQuotes(text))
            : binary(columns, TABS, withoutLetters(text));
    assertThat(again).isEqualTo(binary);
  }

  private static String value(ColumnType type, boolean oracle, Random random) {
    if (random.nextInt(15) == 0 && type != ColumnType.CHAR) {
      return "\\N";
    }
    boolean special = random.nextInt(10) == 0;
    boolean odd = special && !oracle;
    boolean coin = random.nextBoolean();
    String day =
        "%04d-%02d-%02d"
            .formatted(2 + random.nextInt(9998), 1 + random.nextInt(12), 1 + random.nextInt(28));
    String time =
        "%02d:%02d:%02d%s"
            .formatted(
                random.nextInt(24),
                random.nextInt(60),
                random.nextInt(60),
                coin ? "." + random.nextInt(1_000_000) : "");
    return switch (type) {
      case INT2 -> "" + (short) random.nextInt();
      case INT4 -> "" + random.nextInt();
      case INT8 -> "" + random.nextLong();
      case NUMERIC -> {
        if (odd) {
          yield coin ? "NaN" : "-Infinity";
        }
        yield coin
            ? "%d.%d".formatted(random.nextInt(), random.nextLong() >>> 1 + random.nextInt(62))
            : random.nextInt() / 1000.0 + "e" + (random.nextInt(60) - 30);
      }
      case FLOAT4 -> special ? "-Infinity" : "" + Float.intBitsToFloat(random.nextInt());
      case FLOAT8 -> special ? "NaN" : "" + Double.longBitsToDouble(random.nextLong());
      case BOOL -> "" + coin;
      case DATE -> !odd ? day : coin ? "infinity" : "1" + day.substring(1) + " BC";
      case TIMESTAMP ->
          !odd
              ? day + " " + time
              : coin ? "-infinity" : "1" + day.substring(1) + " " + time + " BC";
      case TIMESTAMPTZ -> odd ? "infinity" : day + " " + time + "+01:30";
      case UUID -> new java.util.UUID(random.nextLong(), random.nextLong()).toString();
      case BYTEA -> "\\\\x" + Integer.toHexString(0x1000 + random.nextInt(0xf000));
      case HEX -> Integer.toHexString(0x1000 + random.nextInt(0xf000));
      case CHAR -> coin && !oracle ? "" : "x";
      case TEXT ->
          random
              .ints(1 + random.nextInt(9), 0, PIECES.size())
              .mapToObj(PIECES::get)
              .collect(Collectors.joining());
    };
  }
}
