package io.loadpath.rows;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.loadpath.rows.FileFormat.DateForm;
import io.loadpath.rows.FileFormat.LineEnd;
import io.loadpath.rows.FileFormat.TimestampForm;
import java.io.ByteArrayOutputStream;
import java.time.LocalDate;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Rows of a random table in a random format. Some of them are malformed. */
final class RandomFile {
  private static final Character[] QUOTES = {'"', null, '\''};
  private static final List<String> NULLS = List.of("", "\\N", "NULL", "0");
  private static final List<String> TYPES =
      List.of(
          "integer(5)",
          "integer",
          "decimal(9,2)",
          "decimal(5,0)",
          "double",
          "boolean",
          "text(5)",
          "text",
          "date",
          "timestamp(3)",
          "timestamp(0)",
          "timestamp(6)",
          "timestamp(6) with time zone",
          "bytes");
  private static final List<String> ODD =
      List.of(
          "",
          " ",
          "x",
          "0",
          "NULL",
          "\\N",
          "infinity",
          "2024-01-31",
          "01/31/2024",
          "2024-01-31 10:00 BC",
          "2024-01-31 10:00:00",
          "2024-01-31T10:00:00",
          "2024-01-31 10:00:00.5 BC",
          "\"",
          "'",
          "on",
          "\uFEFF");
  private static final List<String> ZONES =
      List.of(
          "Z", "z", "+02", "-0330", "+05:30", " +02", "+16", "+05:30:15", "", " BC", "+02:", "-");
  private static final List<String> FRACTIONS =
      List.of("", "", ".5", ".123", ".123000", ".1234", ".", ".000000", ".123456", ".1234567");

  final FileFormat format;
  final List<Column> columns;
  private final Random random;

  /** One in so many fields is odd. */
  private final int calm;

  RandomFile(DateForm days, Random random) {
    this.random = random;
    Character quote = QUOTES[random.nextInt(QUOTES.length)];
    Character escape = one(quote == null ? List.of('!', '\\') : List.of(quote, quote, '\\'));
    format =
        new FileFormat(
            one(List.of(',', '|', '\t')),
            quote,
            random.nextInt(3) == 0 ? null : escape,
            false,
            random.nextInt(3) == 0,
            one(NULLS),
            random.nextInt(3) == 0 ? LineEnd.CRLF : LineEnd.LF,
            random.nextInt(3) == 0 ? ISO_8859_1 : UTF_8,
            days,
            one(List.of(TimestampForm.values())));
    columns =
        IntStream.rangeClosed(0, random.nextInt(5))
            .mapToObj(i -> new Column("c" + i, Type.parse(one(TYPES)), random.nextInt(4) > 0))
            .toList();
    calm = one(List.of(3, 8, 20, 100));
  }

  private <T> T one(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private boolean odd() {
    return random.nextInt(calm) == 0;
  }

  byte[] bytes() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int rows = random.nextInt(12); rows >= 0; rows--) {
      StringBuilder row = new StringBuilder();
      int fields = columns.size() + (odd() ? random.nextInt(3) - 1 : 0);
      for (int i = 0; i < fields; i++) {
        row.append(i > 0 ? "" + format.delimiter() : "");
        row.append(field(columns.get(i % columns.size())));
      }
      row.append(format.delimiterAfterLast() ^ odd() ? "" + format.delimiter() : "");
      if (odd()) {
        row.insert(
            random.nextInt(2) * random.nextInt(row.length() + 1),
            one(List.of("\r", "\0", "\"", "\n", "!", "é", "\uFEFF")));
      }
      boolean noEnd = rows == 0 && random.nextBoolean();
      row.append(noEnd ? "" : format.lineEnd() == LineEnd.CRLF ^ odd() ? "\r\n" : "\n");
      byte[] bytes = row.toString().getBytes(format.encoding());
      if (odd()) {
        bytes[random.nextInt(bytes.length)] ^= (byte) 0x80; // mostly not UTF-8 any more
      }
      out.writeBytes(bytes);
    }
    return out.toByteArray();
  }

  private String field(Column column) {
    if (random.nextInt(8) == 0) {
      return format.nullText();
    }
    String value = odd() ? one(ODD) : value(column.type());
    boolean text = column.type().kind() == Kind.TEXT;
    if (format.quote() != null && (odd() || text && random.nextBoolean())) {
      return format.quote() + escaped(value, true) + (odd() ? "" : format.quote());
    }
    return odd() || format.quote() != null ? value : escaped(value, false);
  }

  private String escaped(String value, boolean quoted) {
    if (format.escape() == null) {
      return value;
    }
    StringBuilder escaped = new StringBuilder();
    for (char c : value.toCharArray()) {
      boolean needs =
          c == format.escape()
              || (quoted ? c == format.quote() : c == format.delimiter() || c == '\n');
      escaped.append(needs || odd() ? "" + format.escape() : "").append(c);
    }
    return escaped.toString();
  }

  private String value(Type type) {
    return switch (type.kind()) {
      case INTEGER ->
          odd()
              ? one(List.of("007", "+5", "-0", "1.0", "123456", "9223372036854775808", "1e2"))
              : "" + (random.nextInt(20_000) - 10_000);
      case DECIMAL ->
          odd()
              ? one(
                  List.of(
                      "-0.05",
                      "1.5",
                      "7",
                      ".5",
                      "-0.00",
                      "1.500",
                      "1e2",
                      "NaN",
                      "+1.2",
                      "12345678.90",
                      "-.50",
                      "1.5e1"))
              : (random.nextInt(2_000) - 1_000)
                  + (type.places() == 0 ? "" : "." + (10 + random.nextInt(90)));
      case DOUBLE ->
          odd() ? one(List.of("NaN", "-inf", "1e400", "-0.0", "2e-3")) : "" + random.nextDouble();
      case BOOLEAN -> one(List.of("t", "No", "1", "TRUE", odd() ? "off" : "y"));
      case TEXT ->
          one(
              List.of(
                  "abc",
                  "é",
                  "\\",
                  "\\N",
                  "äöü ß",
                  "Ã©",
                  odd() ? "a\nb" : "a",
                  odd() ? "123456" : "!t",
                  format.delimiter() + "\"'"));
      case DATE -> day();
      case TIMESTAMP -> timestamp(type);
      case BYTES -> one(List.of("", "00fF", "a0", odd() ? "\\x00" : "01", odd() ? "a" : "02"));
    };
  }

  private String day() {
    LocalDate day =
        odd()
            ? one(List.of(LocalDate.of(1, 1, 1), LocalDate.of(9999, 12, 31)))
            : LocalDate.of(1900 + random.nextInt(200), 1, 1).plusDays(random.nextInt(366));
    String text = text(day);
    return odd()
        ? one(List.of("1" + text, text + " BC", "0000" + text.substring(4), text.replace('-', '/')))
        : text;
  }

  private String text(LocalDate day) {
    return format
        .dateForm()
        .text()
        .replace("yyyy", "%04d".formatted(day.getYear()))
        .replace("mm", "%02d".formatted(odd() ? random.nextInt(14) : day.getMonthValue()))
        .replace("dd", "%02d".formatted(odd() ? random.nextInt(33) : day.getDayOfMonth()));
  }

  private String timestamp(Type type) {
    if (type.zone() && odd()) { // a zone can lead to the year 0, or 10000
      String form = format.timestampForm().text().substring(0, 1);
      return random.nextBoolean()
          ? text(LocalDate.of(1, 1, 1)) + form + "00:30:00" + one(ZONES)
          : text(LocalDate.of(9999, 12, 31)) + form + "23:30:00" + one(ZONES);
    }
    String between =
        odd() ? one(List.of(" ", "T", "", "t")) : format.timestampForm().text().substring(0, 1);
    String time =
        odd()
            ? one(
                List.of(
                    "24:00:00",
                    "10:00",
                    "23:59:60",
                    "1:00:00",
                    "10:00 BC",
                    "10.00.00",
                    "00:00:00",
                    "23:59:59"))
            : "%02d:%02d:%02d"
                .formatted(random.nextInt(24), random.nextInt(60), random.nextInt(60));
    String fraction =
        odd() ? one(FRACTIONS) : type.places() > 0 && random.nextBoolean() ? ".12" : "";
    String zone = odd() ? one(ZONES) : type.zone() ? ZONES.get(random.nextInt(5)) : "";
    return day() + between + time + fraction + zone;
  }
}
