package io.loadpath.tables.describe;

import io.loadpath.rows.Column;
import io.loadpath.rows.FileFormat;
import io.loadpath.rows.FileFormat.DateForm;
import io.loadpath.rows.FileFormat.LineEnd;
import io.loadpath.rows.FileFormat.TimestampForm;
import io.loadpath.rows.Type;
import io.loadpath.tables.DatasetException;
import io.loadpath.tables.Format;
import io.loadpath.tables.Table;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The columns of a table in a database.
 *
 * @param source their origin, for messages
 */
public record KnownColumns(String source, List<KnownColumn> columns) {

  /**
   * One of them.
   *
   * @param note a remark on its type, or null
   */
  public record KnownColumn(String name, Type type, boolean nullable, Note note) {}

  /** A column of the description, and a remark on it or null. */
  record Described(Column column, Note note) {}

  /**
   * Returns the columns in the order of a header that has their names; otherwise in their own
   * order, with the header's names next to theirs.
   *
   * @param header null: the files have none
   * @param file for messages
   * @throws DatasetException if the files have another number of columns
   */
  List<Described> of(List<String> header, int fields, String file) throws DatasetException {
    if (fields != columns.size()) {
      throw new DatasetException(
          "%s has %d columns, but %s has %d".formatted(file, fields, source, columns.size()));
    }
    List<KnownColumn> ordered = header == null ? columns : ordered(header);
    List<ColumnNames.Name> names = ColumnNames.of(ordered.stream().map(KnownColumn::name).toList());
    List<Described> described = new ArrayList<>();
    for (int i = 0; i < fields; i++) {
      String name = names.get(i).name();
      String named = header == null || header.get(i).equals(name) ? null : header.get(i);
      KnownColumn known = ordered.get(i);
      Note other =
          named == null || same(known.name(), named)
              ? null
              : Note.guessed("%s has '%s' here".formatted(source, known.name()));
      described.add(
          new Described(
              new Column(name, known.type(), known.nullable(), named),
              Note.both(known.note(), other)));
    }
    return described;
  }

  private List<KnownColumn> ordered(List<String> header) {
    List<KnownColumn> ordered = new ArrayList<>();
    for (String name : header) {
      Optional<KnownColumn> found =
          columns.stream().filter(column -> same(column.name(), name)).findFirst();
      if (found.isEmpty() || ordered.contains(found.get())) {
        return columns;
      }
      ordered.add(found.get());
    }
    return ordered;
  }

  /** Whether a header names a column. Blanks, '_' and case may differ. */
  private static boolean same(String column, String header) {
    return plain(column).equals(plain(header));
  }

  private static String plain(String name) {
    return name.strip().toLowerCase(Locale.ROOT).replaceAll("[\\s_-]+", "_");
  }

  /** Whether a row is their names. */
  boolean areNamedIn(List<String> row) {
    return row.size() == columns.size()
        && row.stream().allMatch(name -> columns.stream().anyMatch(c -> same(c.name(), name)));
  }

  /** A description of a table that has no files yet. */
  Description withoutFiles(String name) throws DatasetException {
    List<Described> described = of(null, columns.size(), source);
    FileFormat usual =
        new FileFormat(
            ',',
            '"',
            '"',
            true,
            false,
            "",
            LineEnd.LF,
            StandardCharsets.UTF_8,
            DateForm.ISO,
            TimestampForm.SPACE);
    Note none = Note.guessed("no file was read");
    return new Description(
        new Table(name, List.of(), usual, described.stream().map(Described::column).toList(), null),
        0,
        "no file was named",
        Format.NONE,
        List.of(
            new Description.FormatLine("delimiter", "','", none),
            new Description.FormatLine("header", "yes", none)),
        described.stream().map(Described::note).toList(),
        List.of());
  }
}
