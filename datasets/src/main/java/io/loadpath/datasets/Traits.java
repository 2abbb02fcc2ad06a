package io.loadpath.datasets;

import io.loadpath.rows.Column;
import io.loadpath.rows.FileFormat;
import io.loadpath.rows.FileFormat.DateForm;
import io.loadpath.rows.FileFormat.LineEnd;
import io.loadpath.rows.Kind;
import io.loadpath.rows.Type;
import io.loadpath.rows.parser.FieldReader;
import io.loadpath.rows.parser.RowParser;
import io.loadpath.tables.Table;
import io.loadpath.tables.Trait;
import io.loadpath.tables.scripts.Dialect;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;

/** The {@link Trait}s of a table and its rows. */
final class Traits {

  private static final int LONG_DIGITS = 18;
  private static final int MICROSECOND_PLACES = 6;
  private static final int VARCHAR2_CHARACTERS = 4_000;

  private Traits() {}

  /** The traits that a description shows. */
  static Set<Trait> described(Table table) {
    Set<Trait> traits = EnumSet.noneOf(Trait.class);
    FileFormat format = table.format();
    add(traits, Trait.HEADER, format.header());
    add(traits, Trait.ESCAPES, format.escape() != null && !format.escape().equals(format.quote()));
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
    int size = column.type().size();
    add(
        traits,
        Trait.TYPE_LONG_TEXT,
        kind == Kind.TEXT && (size == Type.UNLIMITED || size > VARCHAR2_CHARACTERS));
    add(traits, Trait.TYPE_TIMESTAMP, timestamp && !column.type().zone());
    add(traits, Trait.TYPE_TIMESTAMP_ZONE, timestamp && column.type().zone());
    add(
        traits,
        Trait.TYPE_TIMESTAMP_NANOS,
        timestamp && column.type().places() > MICROSECOND_PLACES);
    add(traits, Trait.TYPE_WIDE_DECIMAL, kind == Kind.DECIMAL && size > LONG_DIGITS);
    add(
        traits,
        Trait.DATES_NOT_ISO,
        (kind == Kind.DATE || timestamp) && format.dateForm() != DateForm.ISO);
  }

  private static boolean isOdd(String name) {
    return Stream.of(Dialect.values()).anyMatch(dialect -> dialect.needsQuotes(name));
  }

  /** The traits of a file that was read to its end. */
  static Set<Trait> seen(RowReader reader, RowParser parser, FileFormat format) {
    Set<Trait> traits = EnumSet.noneOf(Trait.class);
    add(traits, Trait.BOM, reader.hasMark() && !format.header());
    add(traits, Trait.QUOTED_DELIMITERS, parser.saw(FieldReader.DELIMITER));
    add(traits, Trait.QUOTES, parser.sawQuotes());
    boolean doubled = format.escape() != null && format.escape().equals(format.quote());
    add(traits, Trait.DOUBLED_QUOTES, doubled && parser.saw(FieldReader.QUOTE));
    add(
        traits,
        Trait.QUOTED_LINE_ENDS,
        parser.saw(FieldReader.NEWLINE | FieldReader.CARRIAGE_RETURN));
    add(traits, Trait.QUOTED_CARRIAGE_RETURNS, parser.saw(FieldReader.CARRIAGE_RETURN));
    add(traits, Trait.EMPTY_TEXTS, parser.sawEmptyText());
    return traits;
  }

  private static void add(Set<Trait> traits, Trait trait, boolean applies) {
    if (applies) {
      traits.add(trait);
    }
  }
}
