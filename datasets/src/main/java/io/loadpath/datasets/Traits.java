package io.loadpath.datasets;

import io.loadpath.datasets.scripts.Dialect;
import io.loadpath.datasets.table.Column;
import io.loadpath.datasets.table.FileFormat;
import io.loadpath.datasets.table.FileFormat.DateForm;
import io.loadpath.datasets.table.FileFormat.LineEnd;
import io.loadpath.datasets.table.Kind;
import io.loadpath.datasets.table.Table;
import io.loadpath.datasets.table.Trait;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Set;

/** The {@link Trait}s of a table and its rows. */
final class Traits {

  private static final int LONG_DIGITS = 18;

  private Traits() {}

  /** Those that a description shows. */
  static Set<Trait> described(Table table) {
    Set<Trait> traits = EnumSet.noneOf(Trait.class);
    FileFormat format = table.format();
    add(traits, Trait.HEADER, format.header());
    add(traits, Trait.QUOTES, format.quote() != null);
    add(traits, Trait.NULL_TEXT, !format.nullText().isEmpty());
    add(traits, Trait.CRLF, format.lineEnd() == LineEnd.CRLF);
    add(traits, Trait.LATIN_1, format.encoding().equals(StandardCharsets.ISO_8859_1));
    add(traits, Trait.DELIMITER_AFTER_LAST, format.delimiterAfterLast());
    add(traits, Trait.NO_DELIMITER_AFTER_LAST, !format.delimiterAfterLast());
    add(traits, Trait.NO_PARTITION_BY, table.keys() == null);
    for (Column column : table.columns()) {
      addType(traits, column, format);
      add(traits, Trait.ODD_NAMES, isOdd(column.name()));
    }
    return traits;
  }

  private static void addType(Set<Trait> traits, Column column, FileFormat format) {
    Kind kind = column.type().kind();
    boolean timestamp = kind == Kind.TIMESTAMP;
    add(traits, Trait.TYPE_DOUBLE, kind == Kind.DOUBLE);
    add(traits, Trait.TYPE_BOOLEAN, kind == Kind.BOOLEAN);
    add(traits, Trait.TYPE_BYTES, kind == Kind.BYTES);
    add(traits, Trait.TYPE_TIMESTAMP, timestamp && !column.type().zone());
    add(traits, Trait.TYPE_TIMESTAMP_ZONE, timestamp && column.type().zone());
    add(
        traits,
        Trait.TYPE_WIDE_DECIMAL,
        kind == Kind.DECIMAL && column.type().size() > LONG_DIGITS);
    add(
        traits,
        Trait.DATES_NOT_ISO,
        (kind == Kind.DATE || timestamp) && format.dateForm() != DateForm.ISO);
  }

  private static boolean isOdd(String name) {
    return Dialect.POSTGRES.needsQuotes(name) || Dialect.HIVE.needsQuotes(name);
  }

  /** Traits seen in the parsed rows. */
  static Set<Trait> seen(RowParser parser) {
    Set<Trait> traits = EnumSet.noneOf(Trait.class);
    int bits = parser.seenBits;
    add(traits, Trait.QUOTED_DELIMITERS, (bits & FieldReader.DELIMITER) != 0);
    add(traits, Trait.QUOTED_QUOTES, (bits & FieldReader.QUOTE) != 0);
    add(
        traits,
        Trait.QUOTED_LINE_ENDS,
        (bits & (FieldReader.NEWLINE | FieldReader.CARRIAGE_RETURN)) != 0);
    add(traits, Trait.BACKSLASHES, (bits & FieldReader.BACKSLASH) != 0);
    add(traits, Trait.EMPTY_TEXTS, parser.sawEmptyText);
    return traits;
  }

  private static void add(Set<Trait> traits, Trait trait, boolean applies) {
    if (applies) {
      traits.add(trait);
    }
  }
}
