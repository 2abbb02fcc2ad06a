package io.loadpath.datasets;

import java.nio.charset.StandardCharsets;

/** Words for what is wrong with a row's fields, as they follow the column's name in a message. */
final class RowProblems {

  private RowProblems() {}

  /** Of the field in[from, to), which is NULL where none is allowed. */
  static String ofNull(byte[] in, int from, int to) {
    String shown = from == to ? "empty" : new String(in, from, to - from, StandardCharsets.UTF_8);
    return "is " + shown + " but must not be NULL";
  }

  /** Of the first column that a row with {@code found} of {@code wanted} fields lacks. */
  static String ofMissing(int found, int wanted, boolean emptyLine) {
    return emptyLine
        ? "is missing, the line is empty"
        : "is missing, the row has %d of %d fields".formatted(found, wanted);
  }

  /**
   * Of a value's bytes.
   *
   * @param first whether it is the row's first field
   * @return null if there is no problem
   */
  static String ofBytes(FieldReader field, boolean first) {
    int invalid = Utf8.firstInvalid(field.value, field.from, field.to);
    if (invalid >= 0) {
      return "holds bytes that are not UTF-8, the first one is 0x%02X after %s; is it Latin-1?"
          .formatted(field.value[invalid], CanonicalText.shown(field.value, field.from, invalid));
    }
    if ((field.bits & FieldReader.NUL) != 0) {
      return "holds the character NUL, which no database takes";
    }
    return first && Utf8.startsWithMark(field.value, field.from, field.to)
        ? "begins with a byte order mark inside the file: files were joined"
        : null;
  }
}
