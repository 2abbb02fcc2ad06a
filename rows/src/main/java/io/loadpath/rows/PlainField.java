package io.loadpath.rows;

import io.loadpath.rows.FileFormat.DateForm;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Recognizes most fields of a described column that its {@link ColumnType} reads as the description
 * does. Then the field need not become canonical text first. For fields without quotes, escapes and
 * special bytes.
 */
final class PlainField {
  private static final int DAY_BYTES = 10;
  private static final int SECOND_BYTES = "yyyy-mm-dd hh:mi:ss".length();
  private static final int FIRST_MARK_BYTE = 0xEF;

  private final Kind kind;
  private final int size;
  private final int places;
  private final boolean zone;
  private final byte[] notNull;
  private final boolean mayBeEmpty;
  private final boolean first;
  private final int separatorAt;
  private final int yearAt;
  private final byte separator;
  private final byte beforeTime;

  /**
   * @param mayBeEmpty whether an empty field that is not NULL is a value of the target
   * @param first whether it is the row's first field
   */
  PlainField(Column column, FileFormat format, boolean mayBeEmpty, boolean first) {
    this.mayBeEmpty = mayBeEmpty;
    this.first = first;
    kind = column.type().kind();
    size = column.type().size();
    places = column.type().places();
    zone = column.type().zone();
    notNull = column.nullable() ? null : format.nullText().getBytes(StandardCharsets.UTF_8);
    boolean iso = format.dateForm() == DateForm.ISO;
    separatorAt = iso ? 4 : 2;
    separator = (byte) (iso ? '-' : '/');
    yearAt = iso ? 0 : 6;
    beforeTime = (byte) format.timestampForm().text().charAt(0);
  }

  /** Whether a type can have plain fields of a described column at all. */
  static boolean may(Column column, FileFormat format, ColumnType type) {
    DateForm days = format.dateForm();
    boolean dates = days == DateForm.ISO || readByServer(days);
    return switch (column.type().kind()) {
      case TEXT -> true;
      case INTEGER -> type == ColumnType.INT2 || type == ColumnType.INT4 || type == ColumnType.INT8;
      case DECIMAL -> type == ColumnType.NUMERIC;
      case DOUBLE -> type == ColumnType.FLOAT8;
      case BOOLEAN -> type == ColumnType.BOOL;
      case DATE -> dates && type == ColumnType.DATE;
      case TIMESTAMP -> dates && (type == ColumnType.TIMESTAMP || type == ColumnType.TIMESTAMPTZ);
      case BYTES -> type == ColumnType.HEX;
    };
  }

  private static boolean readByServer(DateForm days) {
    return days == DateForm.AMERICAN || days == DateForm.BRITISH;
  }

  /** Whether the field {@code text[from..to)} is certainly plain. */
  boolean is(byte[] text, int from, int to) {
    if (notNull != null && Arrays.equals(text, from, to, notNull, 0, notNull.length)) {
      return false;
    }
    if (from == to) {
      return mayBeEmpty;
    }
    return switch (kind) {
      case TEXT ->
          (size == Type.UNLIMITED || to - from <= size)
              && !(first && (text[from] & 0xFF) == FIRST_MARK_BYTE);
      case INTEGER -> to - from <= size;
      case DECIMAL -> isDecimal(text, from, to);
      case DOUBLE, BYTES -> true;
      case BOOLEAN -> (text[from] | 0x20) != 'o'; // on and off are words of PostgreSQL's
      case DATE -> to - from == DAY_BYTES && text[from + separatorAt] == separator;
      case TIMESTAMP -> isTimestamp(text, from, to);
    };
  }

  /** Digits, with as many places as the column's. */
  private boolean isDecimal(byte[] text, int from, int to) {
    int point = places == 0 ? to : to - 1 - places;
    if (point <= from || point - from > size - places || places > 0 && text[point] != '.') {
      return false;
    }
    for (int i = from; i < to; i++) {
      if ((text[i] < '0' || text[i] > '9') && i != point && (i != from || text[i] != '-')) {
        return false;
      }
    }
    return true;
  }

  private boolean isTimestamp(byte[] text, int from, int to) {
    int afterSeconds = from + SECOND_BYTES;
    if (to < afterSeconds
        || text[from + separatorAt] != separator
        || text[from + DAY_BYTES] != beforeTime
        || text[afterSeconds - 3] != ':') {
      return false;
    }
    int end = zone ? zoneAt(text, from, to) : to;
    if (end == afterSeconds) {
      return true;
    }
    return end - 1 > afterSeconds
        && end - 1 - afterSeconds <= places
        && text[afterSeconds] == '.'
        && text[end - 1] >= '0'
        && text[end - 1] <= '9';
  }

  /** The index of the zone, or -1: in the first and last year, it can lead to another. */
  private int zoneAt(byte[] text, int from, int to) {
    byte millennium = text[from + yearAt];
    if (millennium == '0' || millennium == '9') {
      return -1;
    }
    if (text[to - 1] == 'Z') {
      return to - 1;
    }
    for (int i = to - 3; i >= to - 6; i--) {
      if (text[i] == '+' || text[i] == '-') {
        return i;
      }
    }
    return -1;
  }
}
