package io.loadpath.mapreduce.load.partitions;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loadpath.rows.ColumnType;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.UUID;

/** Writes fields of binary COPY as the server shows them. */
public final class FieldText {
  private static final LocalDate DAY_0 = LocalDate.of(2000, 1, 1);
  private static final int GROUP_DIGITS = 4;
  private static final int NEGATIVE = 0x4000;

  private FieldText() {}

  /**
   * Returns the text of a field; null for NULL.
   *
   * @param length of the value; less than 0 for NULL
   * @param zone of the session
   */
  public static String of(ColumnType type, byte[] bytes, int start, int length, ZoneId zone) {
    if (length < 0) {
      return null;
    }
    ByteBuffer field = ByteBuffer.wrap(bytes, start, length);
    return switch (type) {
      case INT2 -> String.valueOf(field.getShort());
      case INT4 -> String.valueOf(field.getInt());
      case INT8 -> String.valueOf(field.getLong());
      case FLOAT4 -> String.valueOf(field.getFloat());
      case FLOAT8 -> String.valueOf(field.getDouble());
      case BOOL -> field.get() == 0 ? "f" : "t";
      case UUID -> new UUID(field.getLong(), field.getLong()).toString();
      case NUMERIC -> numeric(field);
      case DATE -> date(field.getInt());
      case TIMESTAMP -> timestamp(field.getLong(), ZoneOffset.UTC);
      case TIMESTAMPTZ -> timestamp(field.getLong(), zone);
      case BYTEA, HEX -> "\\x" + HexFormat.of().formatHex(bytes, start, start + length);
      case TEXT, CHAR -> new String(bytes, start, length, UTF_8);
    };
  }

  private static String date(int days) {
    if (days == Integer.MAX_VALUE || days == Integer.MIN_VALUE) {
      return days > 0 ? "infinity" : "-infinity";
    }
    return DAY_0.plusDays(days).toString();
  }

  private static String timestamp(long micros, ZoneId zone) {
    if (micros == Long.MAX_VALUE || micros == Long.MIN_VALUE) {
      return micros > 0 ? "infinity" : "-infinity";
    }
    Instant time = DAY_0.atStartOfDay().toInstant(ZoneOffset.UTC).plus(micros, ChronoUnit.MICROS);
    LocalDateTime local = LocalDateTime.ofInstant(time, zone);
    return local.toLocalDate() + " " + local.toLocalTime();
  }

  private static String numeric(ByteBuffer field) {
    int groups = field.getShort();
    int weight = field.getShort();
    int sign = field.getShort() & 0xffff;
    int scale = field.getShort();
    if (sign > NEGATIVE) {
      return sign == 0xc000 ? "NaN" : sign == 0xd000 ? "Infinity" : "-Infinity";
    }
    BigDecimal value = BigDecimal.ZERO;
    for (int i = 0; i < groups; i++) {
      value =
          value.add(
              BigDecimal.valueOf(field.getShort()).scaleByPowerOfTen((weight - i) * GROUP_DIGITS));
    }
    value = value.setScale(scale);
    return (sign == NEGATIVE ? value.negate() : value).toPlainString();
  }
}
