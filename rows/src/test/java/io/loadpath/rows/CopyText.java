package io.loadpath.rows;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;

/** The canonical text of a field of binary COPY. */
final class CopyText {
  private static final BigInteger GROUP = BigInteger.valueOf(10_000);

  private CopyText() {}

  static String of(Type type, byte[] field) {
    ByteBuffer bytes = ByteBuffer.wrap(field);
    return switch (type.kind()) {
      case INTEGER -> Long.toString(bytes.getLong());
      case DECIMAL ->
          decimal(bytes).setScale(type.places(), RoundingMode.UNNECESSARY).toPlainString();
      case DOUBLE -> Double.toString(bytes.getDouble());
      case BOOLEAN -> bytes.get() == 1 ? "true" : "false";
      case DATE -> LocalDate.of(2000, 1, 1).plusDays(bytes.getInt()).toString();
      case TIMESTAMP -> timestamp(bytes.getLong(), type.places());
      case BYTES -> HexFormat.of().formatHex(field);
      case TEXT -> (field.length > 0 && field[0] == '\\' ? "\\" : "") + new String(field, UTF_8);
    };
  }

  /** Returns the canonical text of a field of COPY of text. */
  static String canonical(Type type, String field) {
    if (field.equals("\\N")) {
      return field;
    }
    String plain =
        field
            .replace("\\\\", "\0") // no text has it
            .replace("\\n", "\n")
            .replace("\\r", "\r")
            .replace("\\t", "\t")
            .replace("\0", "\\");
    return switch (type.kind()) {
      case TEXT -> (plain.startsWith("\\") ? "\\" : "") + plain;
      case BYTES -> plain.substring("\\x".length());
      case TIMESTAMP -> type.zone() ? plain.substring(0, plain.length() - 1) : plain;
      default -> plain;
    };
  }

  private static BigDecimal decimal(ByteBuffer bytes) {
    int groups = bytes.getShort();
    int weight = bytes.getShort();
    int sign = bytes.getShort();
    int scale = bytes.getShort();
    BigInteger digits = BigInteger.ZERO;
    for (int i = 0; i < groups; i++) {
      digits = digits.multiply(GROUP).add(BigInteger.valueOf(bytes.getShort()));
    }
    BigDecimal value = new BigDecimal(digits).scaleByPowerOfTen(4 * (weight + 1 - groups));
    return (sign == Numeric.NEGATIVE ? value.negate() : value).setScale(scale, RoundingMode.DOWN);
  }

  private static String timestamp(long micros, int places) {
    LocalDateTime time = LocalDateTime.of(2000, 1, 1, 0, 0).plus(micros, ChronoUnit.MICROS);
    String form = "yyyy-MM-dd HH:mm:ss" + (places == 0 ? "" : "." + "S".repeat(places));
    return DateTimeFormatter.ofPattern(form).format(time);
  }
}
