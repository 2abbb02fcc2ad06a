package io.loadpath.mapreduce.columnar;

import io.loadpath.rows.ColumnType;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.Locale;

/**
 * A column that is read from files.
 *
 * @param name in the target; names in files are compared without regard to case
 * @param type in the target; null if only the server reads it
 */
public record FileColumn(String name, ColumnType type) implements Serializable {
  /** Returns the column without a name: it is not read, and all its fields are NULL. */
  FileColumn unread() {
    return new FileColumn(null, type);
  }

  boolean isRead() {
    return name != null;
  }

  /**
   * Returns the index of the column in a file.
   *
   * @param names of the file's columns
   * @throws IOException with these names, if it is not one of them
   */
  int find(List<String> names) throws IOException {
    int exact = names.indexOf(name);
    if (exact >= 0) {
      return exact;
    }
    String lower = name.toLowerCase(Locale.ROOT);
    List<String> lowerNames = names.stream().map(n -> n.toLowerCase(Locale.ROOT)).toList();
    int found = lowerNames.indexOf(lower);
    if (found < 0) {
      throw new IOException(
          "has no column %s; its columns are %s".formatted(name, String.join(", ", names)));
    }
    if (found != lowerNames.lastIndexOf(lower)) {
      throw new IOException("has more than one column %s, but for case".formatted(name));
    }
    return found;
  }

  /** Refuses a column that has fields or elements. */
  IOException nested(String type) {
    return new IOException(
        "column %s has the nested type %s: leave the column out, or make a table with a column for each of its parts in Hive"
            .formatted(name, type));
  }

  IOException unknown(String type) {
    return new IOException(
        "column %s has the type %s, which is not read: leave the column out, or cast it in Hive"
            .formatted(name, type));
  }

  /**
   * Refuses to guess a time zone.
   *
   * @param moments whether the file's times are moments, and not local times
   */
  void requireSameTimes(boolean moments) throws IOException {
    if (moments && type == ColumnType.TIMESTAMP) {
      throw new IOException(
          "column %s has moments, but the target's column has no time zone: make it timestamptz, or cast the file's column in Hive"
              .formatted(name));
    }
    if (!moments && type == ColumnType.TIMESTAMPTZ) {
      throw new IOException(
          "column %s has local times, but the target's column has a time zone: make it timestamp, or cast the file's column in Hive"
              .formatted(name));
    }
  }

  /**
   * Whether the target stores whole numbers of a file as they are.
   *
   * @param dates whether they are days since 1970-01-01
   */
  boolean keepsNumbers(boolean dates) {
    return dates
        ? type == ColumnType.DATE
        : type == ColumnType.INT2 || type == ColumnType.INT4 || type == ColumnType.INT8;
  }

  /** Whether values without a known type are bytes, and not text. */
  boolean isBytes() {
    return type == ColumnType.BYTEA || type == ColumnType.HEX;
  }
}
