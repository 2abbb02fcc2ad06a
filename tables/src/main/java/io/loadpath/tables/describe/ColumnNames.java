package io.loadpath.tables.describe;

import io.loadpath.rows.Column;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Makes names of columns from those in a header line, which may hold anything. */
final class ColumnNames {
  private final Set<String> taken = new HashSet<>();

  /**
   * A name for a column.
   *
   * @param header the name in the header line, where it differs; otherwise null
   * @param note the reason for a difference; otherwise null
   */
  record Name(String name, String header, Note note) {}

  private ColumnNames() {}

  /** Names columns without a header: {@code column_1} and so on. */
  static List<Name> numbered(int columns) {
    List<Name> names = new ArrayList<>();
    for (int i = 1; i <= columns; i++) {
      names.add(new Name("column_" + i, null, null));
    }
    return names;
  }

  static List<Name> of(List<String> header) {
    ColumnNames names = new ColumnNames();
    List<Name> made = new ArrayList<>();
    for (int i = 0; i < header.size(); i++) {
      made.add(names.name(header.get(i), i + 1));
    }
    return made;
  }

  private Name name(String header, int number) {
    String wanted = header.replaceAll("\\p{Cntrl}+", " ").strip();
    if (wanted.isEmpty()) {
      wanted = "column_" + number;
    }
    String name = cut(wanted, Column.MAX_NAME_BYTES);
    int same = 1;
    while (!taken.add(name.toLowerCase(Locale.ROOT))) {
      String suffix = "_" + ++same;
      name = cut(wanted, Column.MAX_NAME_BYTES - suffix.length()) + suffix;
    }
    return name.equals(header)
        ? new Name(name, null, null)
        : new Name(name, header, why(header, wanted, same));
  }

  private static Note why(String header, String wanted, int same) {
    if (header.isBlank()) {
      return Note.seen("the header has no name for it");
    }
    if (same > 1) {
      return Note.seen("the header has this name %d times".formatted(same));
    }
    return wanted.getBytes(StandardCharsets.UTF_8).length > Column.MAX_NAME_BYTES
        ? Note.seen("the name is cut to %d bytes".formatted(Column.MAX_NAME_BYTES))
        : null;
  }

  /** Cuts a name to a maximum length in bytes. */
  private static String cut(String name, int bytes) {
    String begin = name;
    while (begin.getBytes(StandardCharsets.UTF_8).length > bytes) {
      begin = begin.substring(0, begin.offsetByCodePoints(begin.length(), -1));
    }
    return begin.strip();
  }
}
