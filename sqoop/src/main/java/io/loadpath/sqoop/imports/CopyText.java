package io.loadpath.sqoop.imports;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loadpath.loads.Sql;
import java.util.Arrays;

/**
 * Turns the rows of {@code COPY … TO STDOUT} in text format into rows with Sqoop's delimiters,
 * escapes and NULL strings, and gathers them in a block of bytes. Values keep the server's form;
 * Sqoop's record class writes some types in another form (see the option file). A row without
 * special characters is copied unchanged.
 */
final class CopyText {
  /** Delimiters that COPY accepts: one byte that no escape sequence of its format has. */
  private static final String NO_DELIMITERS = "\0\\.\r\nabcdefghijklmnopqrstuvwxyz0123456789";

  /** The delimiter if COPY refuses the user's: rare in text. */
  private static final char UNIT_SEPARATOR = '\037';

  /** A character that is not copied unchanged. */
  private record Special(byte[] bytes, byte[] written, boolean demandsEnclosure) {}

  private final TextLayout layout;
  private final char delimiter;
  private final boolean nullIsSequence;
  private final boolean everyRowChanges;
  private final boolean[] slow = new boolean[256];
  private final boolean onlyBackslash;
  private final Special[][] specials = new Special[256][];
  private final byte[][] nulls;
  private final byte[] fieldEnd;
  private final byte[] lineEnd;
  private final byte[] enclose;

  private byte[] block;
  private int length;
  private int rows;

  /**
   * @param blockBytes expected size of a block
   */
  CopyText(TextLayout layout, int blockBytes) {
    this.layout = layout;
    block = new byte[blockBytes];
    delimiter = copyTakes(layout.field()) ? layout.field() : UNIT_SEPARATOR;
    nullIsSequence = commonNull(layout, delimiter) == null;
    everyRowChanges = layout.encloseAlways() || delimiter != layout.field();
    fieldEnd = utf8(layout.field());
    lineEnd = utf8(layout.line());
    enclose = layout.encloses() ? utf8(layout.enclose()) : new byte[0];
    nulls = new byte[layout.nullMarkers().length][];
    for (int i = 0; i < nulls.length; i++) {
      nulls[i] = layout.writtenNull(i);
    }
    slow['\\'] = true;
    addSpecial(layout.field());
    addSpecial(layout.line());
    addSpecial(layout.escape());
    addSpecial(layout.enclose());
    int count = 0;
    for (boolean special : slow) {
      count += special ? 1 : 0;
    }
    onlyBackslash = count == 1;
  }

  /** The options of COPY for the output that this object reads. */
  String copyOptions() {
    String marker = commonNull(layout, delimiter);
    return "FORMAT text, ENCODING 'UTF8', DELIMITER "
        + Sql.literal(String.valueOf(delimiter))
        + (marker == null ? "" : ", NULL " + Sql.literal(marker));
  }

  /**
   * The NULL marker of all columns, if COPY can write it and it needs no escape; null otherwise.
   */
  private static String commonNull(TextLayout layout, char delimiter) {
    String[] markers = layout.nullMarkers();
    if (markers.length == 0) {
      return null;
    }
    for (String marker : markers) {
      if (!marker.equals(markers[0])) {
        return null;
      }
    }
    boolean plain = markers[0].chars().noneMatch(c -> "\0\\\r\n".indexOf(c) >= 0 || c == delimiter);
    return plain ? markers[0] : null;
  }

  private static boolean copyTakes(char field) {
    return field < 0x80 && NO_DELIMITERS.indexOf(field) < 0;
  }

  private static byte[] utf8(char c) {
    return String.valueOf(c).getBytes(UTF_8);
  }

  /** Notes a character of values that is not copied unchanged. */
  private void addSpecial(char c) {
    boolean demands = layout.encloses() && layout.demandsEnclosure(c);
    byte[] bytes = utf8(c);
    byte[] written = layout.written(c).getBytes(UTF_8);
    if (c == '\0' || !demands && Arrays.equals(bytes, written)) {
      return;
    }
    int first = bytes[0] & 0xff;
    Special[] before = specials[first] == null ? new Special[0] : specials[first];
    specials[first] = Arrays.copyOf(before, before.length + 1);
    specials[first][before.length] = new Special(bytes, written, demands);
    // COPY writes a backslash before a delimiter or a line end in a value
    slow[first] |= c != delimiter && c != '\n';
  }

  /** The bytes gathered since {@link #clear}; valid until the next row. */
  byte[] block() {
    return block;
  }

  /** Number of bytes in {@link #block}. */
  int length() {
    return length;
  }

  /** Number of rows in {@link #block}. */
  int rows() {
    return rows;
  }

  /** Empties the block. */
  void clear() {
    length = 0;
    rows = 0;
  }

  /**
   * Adds one row.
   *
   * @param row a row as COPY sends it, with its line end
   * @throws IllegalArgumentException if the bytes are not one row of COPY's text format
   */
  void add(byte[] row) {
    int end = row.length - 1;
    if (end < 0 || row[end] != '\n') {
      throw new IllegalArgumentException("COPY sent " + row.length + " bytes without a line end");
    }
    if (everyRowChanges || hasSpecial(row, end)) {
      addFields(row, end);
    } else {
      ensure(row.length);
      System.arraycopy(row, 0, block, length, end);
      length += end;
    }
    put(lineEnd);
    rows++;
  }

  private boolean hasSpecial(byte[] row, int end) {
    if (onlyBackslash) {
      for (int i = 0; i < end; i++) {
        if (row[i] == '\\') {
          return true;
        }
      }
      return false;
    }
    boolean[] table = slow;
    for (int i = 0; i < end; i++) {
      if (table[row[i] & 0xff]) {
        return true;
      }
    }
    return false;
  }

  private void addFields(byte[] row, int end) {
    int column = 0;
    int from = 0;
    while (true) {
      int to = endOfField(row, from, end);
      if (nullIsSequence && to - from == 2 && row[from] == '\\' && row[from + 1] == 'N') {
        put(nulls[column]);
      } else {
        addField(row, from, to);
      }
      if (to == end) {
        return;
      }
      put(fieldEnd);
      from = to + 1;
      column++;
    }
  }

  private int endOfField(byte[] row, int from, int end) {
    for (int i = from; i < end; i++) {
      if (row[i] == '\\') {
        i++;
      } else if (row[i] == delimiter) {
        return i;
      }
    }
    return end;
  }

  private void addField(byte[] row, int from, int to) {
    boolean enclosed = layout.encloseAlways() || layout.encloses() && mustEnclose(row, from, to);
    if (enclosed) {
      put(enclose);
    }
    int at = from;
    int copied = from;
    while (at < to) {
      int b = row[at] & 0xff;
      int width = 1;
      if (b == '\\') {
        b = unescaped(row[at + 1]);
        width = 2;
      }
      Special special = special(b, row, at + width - 1, to);
      if (special == null && width == 1) {
        at++;
        continue;
      }
      put(row, copied, at);
      if (special == null) {
        ensure(1);
        block[length++] = (byte) b;
        at += width;
      } else {
        put(special.written);
        at += width - 1 + special.bytes.length;
      }
      copied = at;
    }
    put(row, copied, to);
    if (enclosed) {
      put(enclose);
    }
  }

  private boolean mustEnclose(byte[] row, int from, int to) {
    for (int i = from; i < to; i++) {
      int b = row[i] & 0xff;
      if (b == '\\') {
        b = unescaped(row[++i]);
      }
      Special special = special(b, row, i, to);
      if (special != null && special.demandsEnclosure) {
        return true;
      }
    }
    return false;
  }

  /**
   * The special character that begins with byte b; its other bytes are after {@code at} in the row.
   */
  private Special special(int b, byte[] row, int at, int to) {
    Special[] candidates = specials[b];
    if (candidates == null) {
      return null;
    }
    for (Special candidate : candidates) {
      byte[] bytes = candidate.bytes;
      if (Arrays.equals(bytes, 1, bytes.length, row, at + 1, Math.min(to, at + bytes.length))) {
        return candidate;
      }
    }
    return null;
  }

  private static int unescaped(byte letter) {
    return switch (letter) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'v' -> 0x0b;
      default -> letter & 0xff;
    };
  }

  private void put(byte[] bytes) {
    put(bytes, 0, bytes.length);
  }

  private void put(byte[] bytes, int from, int to) {
    ensure(to - from);
    System.arraycopy(bytes, from, block, length, to - from);
    length += to - from;
  }

  private void ensure(int more) {
    if (block.length - length < more) {
      block = Arrays.copyOf(block, Math.max(Math.addExact(length, more), length + (length >> 1)));
    }
  }
}
