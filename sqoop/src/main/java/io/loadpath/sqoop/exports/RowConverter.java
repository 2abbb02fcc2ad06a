package io.loadpath.sqoop.exports;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.loadpath.copy.FieldException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Takes the files' rows apart, checks them, and gives them to COPY. */
final class RowConverter {
  /** Decides what becomes of a row that is no row of the table. */
  interface Rejects {
    /**
     * @param offset of the row in its file's text
     * @throws IOException if it is one too many
     */
    void reject(int piece, long offset, String why) throws IOException;
  }

  private static final int UTF8_CONTINUATION_MASK = 0xc0;
  private static final int UTF8_CONTINUATION = 0x80;

  private final List<ExportColumn> columns;
  private final byte[][] nullTexts;
  private final boolean[] emptyIsNull;
  private final boolean[] notNull;
  private final int[] maxCharacters;
  private final byte field;
  private final byte record;
  private final byte enclosure;
  private final byte escape;
  private final boolean encloses;
  private final boolean escapes;
  private final boolean enclosureRequired;
  private final boolean places;
  private final RowOutput out;
  private final Rejects rejects;
  private byte[] plain = new byte[1 << 10];
  private long rows;

  /** After the field that was read last. */
  private int at;

  /**
   * @param out gets piece and offset of a row after its columns, if the plan keeps places
   */
  RowConverter(ExportPlan plan, RowOutput out, Rejects rejects) {
    RowFormat format = plan.format();
    columns = plan.columns();
    int count = columns.size();
    nullTexts = new byte[count][];
    emptyIsNull = new boolean[count];
    notNull = new boolean[count];
    maxCharacters = new int[count];
    for (int i = 0; i < count; i++) {
      ExportColumn column = columns.get(i);
      nullTexts[i] = (column.text() ? format.nullText() : format.nullOther()).getBytes(UTF_8);
      emptyIsNull[i] = !column.text();
      notNull[i] = column.notNull();
      maxCharacters[i] = column.maxCharacters();
    }
    field = (byte) format.field();
    record = (byte) format.record();
    enclosure = (byte) format.enclosure();
    escape = (byte) format.escape();
    encloses = format.hasEnclosure();
    escapes = format.hasEscape();
    enclosureRequired = format.enclosureRequired();
    places = plan.keepsPlaces();
    this.out = out;
    this.rejects = rejects;
  }

  /** Number of rows that were not rejected. */
  long rows() {
    return rows;
  }

  void convert(RowChunk chunk) throws IOException {
    int start = 0;
    while (start < chunk.length) {
      at = start;
      out.beginRow();
      try {
        row(chunk);
        rows++;
        out.endRow();
        start = at;
      } catch (FieldException e) {
        out.dropRow();
        rejects.reject(chunk.piece, chunk.offset + start, e.getMessage());
        start = afterRow(chunk, start);
      }
    }
  }

  private int afterRow(RowChunk chunk, int start) {
    int end = new RowEnds(format()).next(chunk.bytes, start, chunk.length);
    return end < 0 ? chunk.length : end;
  }

  private RowFormat format() {
    return new RowFormat(
        (char) field, (char) record, (char) enclosure, (char) escape, false, "", "");
  }

  private void row(RowChunk chunk) throws FieldException {
    byte[] text = chunk.bytes;
    int end = chunk.length;
    int start = at;
    int last = columns.size() - 1;
    for (int column = 0; column <= last; column++) {
      boolean more = field(text, end, column);
      if (more != (column < last)) {
        if (more && endsAfterEmptyField(text, end)) {
          break;
        }
        throw new FieldException(otherFields(text, start, end));
      }
    }
    if (places) {
      place(columns.size(), chunk.piece);
      place(columns.size() + 1, chunk.offset + start);
    }
  }

  /** Whether only an empty field follows: the last delimiter ends the row's last field. */
  private boolean endsAfterEmptyField(byte[] text, int end) {
    if (at < end && text[at] != record) {
      return false;
    }
    at = Math.min(end, at + 1);
    return true;
  }

  private void place(int column, long value) throws FieldException {
    byte[] digits = Long.toString(value).getBytes(US_ASCII);
    out.field(column, digits, 0, digits.length);
  }

  /**
   * Gives the field at {@link #at} to COPY, and moves on.
   *
   * @return whether another field follows
   */
  private boolean field(byte[] text, int end, int column) throws FieldException {
    int from = at;
    if (encloses && from < end && text[from] == enclosure) {
      return enclosed(text, end, column);
    }
    if (enclosureRequired && from < end && text[from] != field && text[from] != record) {
      throw in(column, "is not enclosed");
    }
    int i = from;
    while (i < end && text[i] != field && text[i] != record) {
      if (escapes && text[i] == escape) {
        return escaped(text, end, column, i);
      }
      i++;
    }
    value(text, from, i, column);
    return next(text, i, end);
  }

  private boolean next(byte[] text, int fieldEnd, int end) {
    at = Math.min(end, fieldEnd + 1);
    return fieldEnd < end && text[fieldEnd] == field;
  }

  /** Like {@link #field}, from the first escape character on. */
  private boolean escaped(byte[] text, int end, int column, int firstEscape)
      throws FieldException {
    int length = firstEscape - at;
    plainRoom(length);
    System.arraycopy(text, at, plain, 0, length);
    int i = firstEscape;
    while (i < end && text[i] != field && text[i] != record) {
      if (text[i] == escape && ++i == end) {
        break;
      }
      plainRoom(length + 1);
      plain[length++] = text[i++];
    }
    value(plain, 0, length, column);
    return next(text, i, end);
  }

  private boolean enclosed(byte[] text, int end, int column) throws FieldException {
    int length = 0;
    int i = at + 1;
    while (i < end && text[i] != enclosure) {
      if (escapes && text[i] == escape && ++i == end) {
        break;
      }
      plainRoom(length + 1);
      plain[length++] = text[i++];
    }
    if (i >= end) {
      throw in(column, "has no second enclosing character");
    }
    i++;
    if (i < end && text[i] != field && text[i] != record) {
      throw in(column, "goes on after its second enclosing character");
    }
    value(plain, 0, length, column);
    return next(text, i, end);
  }

  private void plainRoom(int length) {
    if (length > plain.length) {
      plain = Arrays.copyOf(plain, Math.max(length, 2 * plain.length));
    }
  }

  private void value(byte[] text, int from, int to, int column) throws FieldException {
    byte[] nullText = nullTexts[column];
    if (from == to && emptyIsNull[column]
        || to - from == nullText.length
            && Arrays.equals(text, from, to, nullText, 0, nullText.length)) {
      if (notNull[column]) {
        throw in(column, "is NULL, but the column is NOT NULL");
      }
      out.nullField();
      return;
    }
    int most = maxCharacters[column];
    if (most >= 0 && to - from > most) {
      requireFit(text, from, to, column, most);
    }
    try {
      out.field(column, text, from, to);
    } catch (FieldException e) {
      throw in(column, e.getMessage());
    }
  }

  /** The server cuts blanks that are too many, and refuses other characters. */
  private void requireFit(byte[] text, int from, int to, int column, int most)
      throws FieldException {
    int characters = 0;
    for (int i = from; i < to; i++) {
      if ((text[i] & UTF8_CONTINUATION_MASK) != UTF8_CONTINUATION) {
        characters++;
        if (characters > most && text[i] != ' ') {
          throw in(
              column,
              "is longer than %s: '%s…'"
                  .formatted(
                      columns.get(column).shownType(),
                      new String(text, from, Math.min(to - from, 40), UTF_8)));
        }
      }
    }
  }

  private FieldException in(int column, String message) {
    return new FieldException("column " + columns.get(column).name() + ": " + message);
  }

  private String otherFields(byte[] text, int start, int end) {
    int rowEnd = new RowEnds(format()).next(text, start, end);
    int to = rowEnd < 0 ? end : rowEnd;
    int fields = 1;
    boolean enclosed = false;
    boolean fieldStart = true;
    for (int i = start; i < to; i++) {
      if (escapes && text[i] == escape) {
        i++;
        fieldStart = false;
      } else if (enclosed) {
        enclosed = text[i] != enclosure;
      } else {
        enclosed = encloses && fieldStart && text[i] == enclosure;
        fieldStart = text[i] == field;
        fields += fieldStart ? 1 : 0;
      }
    }
    return "%d %s, but %d %s"
        .formatted(
            fields,
            fields == 1 ? "field" : "fields",
            columns.size(),
            columns.size() == 1 ? "column" : "columns");
  }
}
