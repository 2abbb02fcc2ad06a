package io.loadpath.rows;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;

/**
 * One column of a table.
 *
 * @param name SQL name, 1 to 63 bytes of UTF-8; any characters but control characters
 * @param type its type
 * @param nullable whether NULL is allowed
 * @param header the column's name in the files' header line, where that differs; otherwise null
 */
public record Column(String name, Type type, boolean nullable, String header)
    implements Serializable {

  /** PostgreSQL cuts longer names, so that two could become one. */
  public static final int MAX_NAME_BYTES = 63;

  public Column {
    if (name == null || name.isEmpty()) {
      throw new IllegalArgumentException("name: a column needs a name");
    }
    if (name.codePoints().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException("name: '" + name + "' holds a control character");
    }
    int bytes = name.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MAX_NAME_BYTES) {
      throw new IllegalArgumentException(
          "name: '%s' has %d bytes, more than %d; give it a shorter name, and its own as 'header'"
              .formatted(name, bytes, MAX_NAME_BYTES));
    }
    if (type == null) {
      throw new IllegalArgumentException("column '" + name + "': needs a type");
    }
  }

  /** A column that the header calls by its name. */
  public Column(String name, Type type, boolean nullable) {
    this(name, type, nullable, null);
  }

  /** The column's name in the files' header line. */
  public String headerName() {
    return header == null ? name : header;
  }
}
