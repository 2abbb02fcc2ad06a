package io.loadpath.sqoop.exports;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * How the files' rows are written, by the rules of Sqoop's own parser: an escape character takes the
 * special meaning from the character after it, whatever it is; an enclosed field ends with the
 * enclosing character before a delimiter.
 *
 * @param field ends a field; ASCII
 * @param record ends a row; ASCII
 * @param enclosure around a field; {@link #NONE} or ASCII
 * @param escape before a character; {@link #NONE} or ASCII
 * @param enclosureRequired whether a field without enclosure is an error
 * @param nullText the text of NULL in columns of text
 * @param nullOther the text of NULL in other columns, where an empty field is NULL too
 */
record RowFormat(
    char field,
    char record,
    char enclosure,
    char escape,
    boolean enclosureRequired,
    String nullText,
    String nullOther) {
  /** No such character. */
  static final char NONE = 0;

  private static final char MOST_ASCII = 0x7f;

  RowFormat {
    requireAscii("--input-fields-terminated-by", field);
    requireAscii("--input-lines-terminated-by", record);
    requireAscii("--input-enclosed-by", enclosure);
    requireAscii("--input-escaped-by", escape);
    if (field == NONE || record == NONE || field == record) {
      throw new IllegalArgumentException(
          "fields and rows must end with different characters, found %s and %s"
              .formatted(shown(field), shown(record)));
    }
    for (char special : new char[] {enclosure, escape}) {
      if (special != NONE && (special == field || special == record)) {
        throw new IllegalArgumentException(
            "%s cannot end fields or rows and be the escape or enclosing character too"
                .formatted(shown(special)));
      }
    }
  }

  private static void requireAscii(String option, char character) {
    if (character > MOST_ASCII) {
      throw new IllegalArgumentException(
          "%s must be an ASCII character, found %s".formatted(option, shown(character)));
    }
  }

  private static String shown(char character) {
    return "U+%04X".formatted((int) character);
  }

  boolean hasEnclosure() {
    return enclosure != NONE;
  }

  boolean hasEscape() {
    return escape != NONE;
  }

  void write(DataOutput out) throws IOException {
    out.writeChar(field);
    out.writeChar(record);
    out.writeChar(enclosure);
    out.writeChar(escape);
    out.writeBoolean(enclosureRequired);
    out.writeUTF(nullText);
    out.writeUTF(nullOther);
  }

  static RowFormat read(DataInput in) throws IOException {
    return new RowFormat(
        in.readChar(),
        in.readChar(),
        in.readChar(),
        in.readChar(),
        in.readBoolean(),
        in.readUTF(),
        in.readUTF());
  }
}
