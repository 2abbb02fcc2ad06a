package io.loadpath.rows.parser;

import io.loadpath.rows.Booleans;
import io.loadpath.rows.FileFormat;
import io.loadpath.rows.Kind;
import io.loadpath.rows.Type;
import java.nio.charset.StandardCharsets;

/**
 * Writes the canonical text of a column's fields: the form that all files and databases share.
 *
 * <ul>
 *   <li>NULL is {@code \N}.
 *   <li>integer: no leading zeros, no plus sign, no negative zero
 *   <li>decimal(p,s): exactly s places, no point if s is 0, no negative zero
 *   <li>boolean: {@code true} or {@code false}. Files may hold true, t, yes, y, 1 and false, f, no,
 *       n, 0, in any case of letters.
 *   <li>text: unchanged, in UTF-8, but a backslash at the beginning is doubled: the text {@code \N}
 *       is not NULL
 *   <li>date: yyyy-mm-dd, from year 1 to 9999
 *   <li>timestamp(f): {@code yyyy-mm-dd hh:mi:ss}, and for f &gt; 0 a point and exactly f digits;
 *       with time zone: the same in UTC
 *   <li>bytes: lower-case hex
 *   <li>double: none, because its value is compared
 * </ul>
 */
final class CanonicalText {

  /** A field's canonical text is at most this much longer than the field. */
  static final int MAX_GROWTH = 64;

  private static final int SHOWN_CHARACTERS = 40;
  private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);

  private final Type type;
  private final Kind kind;
  private final int size;
  private final TimeText times;
  private final String forms;

  /** Whether {@code \x} may stand before the digits of bytes, as PostgreSQL writes them. */
  private final boolean alsoPrefixed;

  CanonicalText(Type type, FileFormat format, boolean alsoPrefixed) {
    this.type = type;
    this.alsoPrefixed = alsoPrefixed;
    kind = type.kind();
    size = type.size();
    times = new TimeText(format.dateForm(), format.timestampForm());
    String day = format.dateForm().text();
    forms = kind == Kind.TIMESTAMP ? day + format.timestampForm().text() : day;
  }

  /**
   * Appends the canonical text of in[from, to), which is not NULL and not a DOUBLE, to out.
   *
   * @return the end of the written text, or -1 if the field is not a value of the column ({@link
   *     #problem} names the reason)
   */
  int append(byte[] in, int from, int to, byte[] out, int at) {
    return switch (kind) {
      case TEXT -> appendText(size, in, from, to, out, at);
      case INTEGER -> NumberText.appendInteger(size, in, from, to, out, at);
      case DECIMAL -> NumberText.appendDecimal(size, type.places(), in, from, to, out, at);
      case DATE -> times.appendDate(in, from, to, out, at);
      case TIMESTAMP -> times.appendTimestamp(type, in, from, to, out, at);
      case BOOLEAN -> appendBoolean(in, from, to, out, at);
      case BYTES -> appendBytes(in, isPrefixed(in, from, to) ? from + 2 : from, to, out, at);
      case DOUBLE -> throw new IllegalStateException("a double has no canonical text");
    };
  }

  private static int appendText(int size, byte[] in, int from, int to, byte[] out, int at) {
    int length = to - from;
    if (size != Type.UNLIMITED && length > size && characters(in, from, to) > size) {
      return -1;
    }
    int start = at;
    if (length > 0 && in[from] == '\\') {
      out[start++] = '\\';
    }
    System.arraycopy(in, from, out, start, length);
    return start + length;
  }

  private static int characters(byte[] in, int from, int to) {
    int count = 0;
    for (int i = from; i < to; i++) {
      if ((in[i] & 0xC0) != 0x80) { // not a UTF-8 continuation
        count++;
      }
    }
    return count;
  }

  private static int appendBoolean(byte[] in, int from, int to, byte[] out, int at) {
    int value = Booleans.read(in, from, to);
    if (value < 0 || (in[from] | 0x20) == 'o') { // on and off are words of PostgreSQL's
      return -1;
    }
    byte[] word = value == 1 ? TRUE : FALSE;
    System.arraycopy(word, 0, out, at, word.length);
    return at + word.length;
  }

  private boolean isPrefixed(byte[] in, int from, int to) {
    return alsoPrefixed && to - from >= 2 && in[from] == '\\' && in[from + 1] == 'x';
  }

  private static int appendBytes(byte[] in, int from, int to, byte[] out, int at) {
    if ((to - from) % 2 != 0) {
      return -1;
    }
    int end = at;
    for (int i = from; i < to; i++) {
      int lower = in[i] | 0x20;
      boolean digit = in[i] >= '0' && in[i] <= '9';
      if (!digit && (lower < 'a' || lower > 'f')) {
        return -1;
      }
      out[end++] = (byte) (digit ? in[i] : lower);
    }
    return end;
  }

  /** Returns the reason why {@link #append} refused the field. */
  String problem(byte[] in, int from, int to) {
    String shown = shown(in, from, to);
    return switch (kind) {
      case TEXT -> shown + " has more than " + size + " characters";
      case INTEGER ->
          "%s is not an integer of at most %d digits%s"
              .formatted(shown, size, size == Type.MAX_INTEGER_DIGITS ? " that fits 64 bits" : "");
      case DECIMAL ->
          "%s is not a number of at most %d digits, %d after the point"
              .formatted(shown, type.size(), type.places());
      case DOUBLE -> shown + " is not a number, NaN or Infinity";
      case BOOLEAN -> shown + " is not true, t, yes, y, 1, false, f, no, n or 0";
      case DATE -> shown + " is not a date (" + forms + ")";
      case TIMESTAMP ->
          "%s is not a timestamp (%s with at most %d places%s)"
              .formatted(
                  shown,
                  forms,
                  type.places(),
                  type.zone() ? " and a zone: Z, +hh, +hhmm or +hh:mm" : "");
      case BYTES -> shown + " is not an even number of hex digits";
    };
  }

  /** The text of a field, for messages. */
  static String shown(byte[] in, int from, int to) {
    String text =
        new String(in, from, Math.min(to - from, SHOWN_CHARACTERS), StandardCharsets.UTF_8);
    StringBuilder shown = new StringBuilder("'");
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '\r' -> shown.append("\\r");
                case '\n' -> shown.append("\\n");
                default -> shown.appendCodePoint(Character.isISOControl(c) ? '?' : c);
              }
            });
    return shown.append(to - from > SHOWN_CHARACTERS ? "…'" : "'").toString();
  }
}
