package io.loadpath.tables.describe;

import io.loadpath.rows.Column;
import io.loadpath.rows.FileFormat;
import io.loadpath.rows.FileFormat.DateForm;
import io.loadpath.rows.FileFormat.LineEnd;
import io.loadpath.rows.FileFormat.TimestampForm;
import io.loadpath.rows.Kind;
import io.loadpath.rows.Type;
import io.loadpath.tables.DatasetException;
import io.loadpath.tables.Format;
import io.loadpath.tables.Table;
import io.loadpath.tables.describe.FileSample.Piece;
import io.loadpath.tables.describe.KnownColumns.Described;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Describes the table of some files by a sample of them. */
public final class Describer {
  /** A sample can have millions of such short values, and most repeat: each is kept once. */
  private static final int SHARED_CHARS = 3;

  private final Format codec;
  private final String extent;
  private final FileSample sample;
  private final Encoding encoding;
  private final LayoutSearch.Found found;
  private final Layout layout;
  private final KnownColumns known;
  private final List<List<String>> firstRows;
  private final HeaderSearch.Found header;

  /** The columns without the header. */
  private final List<ColumnFields> rows;

  private final NullSearch.Found nulls;

  /** The columns without the header and without NULL. */
  private final List<ColumnFields> values;

  private final DateForms forms;

  private Describer(List<Path> files, KnownColumns known) throws DatasetException {
    this.known = known;
    codec = Format.of(files);
    FileSample read = FileSample.read(files);
    if (read.pieces().isEmpty()) {
      throw new DatasetException(
          files.size() == 1
              ? files.get(0) + ": the file is empty"
              : "all %d files are empty".formatted(files.size()));
    }
    extent = read.extent();
    encoding = new Encoding(read);
    FileSample decoded = read.in(encoding.charset());
    found = new LayoutSearch(decoded).find();
    layout = found.layout();
    sample = decoded.readable(layout.separators);
    FileShapes.checkFields(sample, layout.separators);
    List<ColumnFields> columns = columns();
    firstRows = FileShapes.firstRows(sample, layout.separators);
    List<ColumnFields> rest = columns.stream().map(ColumnFields::withoutFirstRows).toList();
    header = header(columns, rest);
    rows = header.header() ? rest : columns;
    nulls = new NullSearch(rows).find();
    values = rows.stream().map(column -> column.values(nulls.text())).toList();
    forms = DateForms.of(values);
    if (header.header()) {
      FileShapes.checkHeader(sample, firstRows);
    }
  }

  /**
   * Describes files, or only the columns if there are no files.
   *
   * @param name of the table
   * @param patterns of the files, as in the description
   * @param known the columns, where they are known; otherwise null
   * @throws DatasetException naming the one or two files that cannot be described
   */
  public static Description describe(
      String name, List<String> patterns, List<Path> files, KnownColumns known)
      throws DatasetException {
    return files.isEmpty()
        ? known.withoutFiles(name)
        : new Describer(files, known).description(name, patterns);
  }

  /** Collects the fields of all rows with the usual number of fields. */
  private List<ColumnFields> columns() {
    int usual = layout.fields();
    int columns = usual - (layout.delimiterAfterLast() ? 1 : 0);
    List<List<Field>> fields = new ArrayList<>();
    List<Map<Row.Cell, Field>> shared =
        new ArrayList<>(); // with the place where each value is first
    for (int i = 0; i < columns; i++) {
      fields.add(new ArrayList<>());
      shared.add(new HashMap<>());
    }
    for (Piece piece : sample.pieces()) {
      boolean first = piece.first();
      RowCursor cursor = piece.rows(layout.separators);
      for (Row row = cursor.next(); row != null; row = cursor.next()) {
        if (row.cells.size() == usual && (row.ended || piece.last())) {
          RowPlace place = piece.place(row.line);
          for (int i = 0; i < columns; i++) {
            Row.Cell cell = row.cells.get(i);
            boolean alone = first || cell.text().length() > SHARED_CHARS;
            fields
                .get(i)
                .add(
                    alone
                        ? new Field(cell.text(), cell.quoted(), first, place)
                        : shared
                            .get(i)
                            .computeIfAbsent(
                                cell, c -> new Field(c.text(), c.quoted(), false, place)));
          }
        }
        first = false;
      }
    }
    return fields.stream().map(ColumnFields::new).toList();
  }

  private HeaderSearch.Found header(List<ColumnFields> columns, List<ColumnFields> rest) {
    List<String> first = names(columns.size());
    if (known != null && known.areNamedIn(first)) {
      return new HeaderSearch.Found(true, Note.seen("it has the names of " + known.source()));
    }
    int alike = (int) firstRows.stream().filter(firstRows.get(0)::equals).count();
    return new HeaderSearch(columns, rest, first, alike).find();
  }

  /** The very first row, without the text after the last delimiter. */
  private List<String> names(int columns) {
    List<String> first = firstRows.get(0);
    return first.subList(0, Math.min(first.size(), columns));
  }

  private Description description(String name, List<String> patterns) throws DatasetException {
    List<Described> columns = known == null ? seenColumns() : knownColumns();
    FormatLines lines = new FormatLines(sample, encoding, found);
    return new Description(
        new Table(name, patterns, format(), columns.stream().map(Described::column).toList(), null),
        rows.get(0).fields().size(),
        extent,
        codec,
        lines.of(format(), header, nulls, forms),
        columns.stream().map(Described::note).toList(),
        lines.problems());
  }

  private List<Described> seenColumns() {
    TypeSearch types = new TypeSearch(sample.whole(), forms);
    List<ColumnNames.Name> names =
        header.header()
            ? ColumnNames.of(names(values.size()))
            : ColumnNames.numbered(values.size());
    List<Described> columns = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      TypeSearch.Found type = types.find(values.get(i));
      ColumnNames.Name named = names.get(i);
      boolean nullable = rows.get(0).isEmpty() || rows.get(i).nulls(nulls.text()) > 0;
      columns.add(
          new Described(
              new Column(named.name(), type.type(), nullable, named.header()),
              Note.both(type.note(), named.note())));
    }
    return columns;
  }

  /** PostgreSQL accepts a time of day in a DATE, and drops it silently. */
  private List<Described> knownColumns() throws DatasetException {
    List<Described> columns = new ArrayList<>();
    String file = sample.pieces().get(0).file().toString();
    List<String> names = header.header() ? names(values.size()) : null;
    List<Described> described = known.of(names, values.size(), file);
    for (int i = 0; i < values.size(); i++) {
      Column column = described.get(i).column();
      boolean timed = column.type().kind() == Kind.DATE && values.get(i).only(Look.Shape.TIMESTAMP);
      columns.add(
          timed
              ? new Described(
                  new Column(
                      column.name(), Type.timestamp(0, false), column.nullable(), column.header()),
                  Note.seen(
                      "DATE in %s, and the files have times of day".formatted(known.source())))
              : described.get(i));
    }
    return columns;
  }

  private FileFormat format() {
    Separators separators = layout.separators;
    return new FileFormat(
        separators.delimiter(),
        separators.quote(),
        separators.escape(),
        header.header(),
        layout.delimiterAfterLast(),
        nulls.text(),
        layout.usesCrlf() ? LineEnd.CRLF : LineEnd.LF,
        encoding.charset(),
        forms.date() == null ? DateForm.ISO : forms.date(),
        forms.timestamp() == null ? TimestampForm.SPACE : forms.timestamp());
  }
}
