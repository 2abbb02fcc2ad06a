package io.loadpath.sqoop.imports;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Serializable;

/**
 * Sqoop's text form of a row.
 *
 * @param field ends each field except the last
 * @param line ends each row
 * @param enclose encloses a field; {@code \0} for none
 * @param escape precedes a special character of a field; {@code \0} for none
 * @param encloseAlways whether every field is enclosed, not only fields with a delimiter
 * @param nullMarkers the text for NULL, for each column; before it is escaped and enclosed
 */
record TextLayout(
    char field, char line, char enclose, char escape, boolean encloseAlways, String[] nullMarkers)
    implements Serializable {
  private static final char NONE = '\0';

  boolean escapes() {
    return escape != NONE;
  }

  boolean encloses() {
    return enclose != NONE;
  }

  /** Whether a value with this character is enclosed. */
  boolean demandsEnclosure(char c) {
    return c == field || c == line;
  }

  /** A character of a value in the form of Sqoop's FieldFormatter, without enclosure. */
  String written(char c) {
    String text = String.valueOf(c);
    if (!escapes()) {
      return text;
    }
    String written = text.replace(String.valueOf(escape), "" + escape + escape);
    if (encloses()) {
      return written.replace(String.valueOf(enclose), "" + escape + enclose);
    }
    return written
        .replace(String.valueOf(field), "" + escape + field)
        .replace(String.valueOf(line), "" + escape + line);
  }

  /** The NULL of a column in the file: Sqoop escapes and encloses it like a value. */
  byte[] writtenNull(int column) {
    String marker = nullMarkers[column];
    StringBuilder written = new StringBuilder();
    boolean enclosed = encloseAlways;
    for (char c : marker.toCharArray()) {
      written.append(written(c));
      enclosed |= demandsEnclosure(c);
    }
    String around = encloses() && enclosed ? String.valueOf(enclose) : "";
    return (around + written + around).getBytes(UTF_8);
  }
}
