package io.loadpath.benchmarks.describe;

import static io.loadpath.benchmarks.describe.Note.guessed;
import static io.loadpath.benchmarks.describe.Note.seen;

import io.loadpath.benchmarks.describe.Description.FormatLine;
import io.loadpath.benchmarks.describe.KnownColumns.Described;
import io.loadpath.benchmarks.statistics.Numbers;
import io.loadpath.tables.Column;
import io.loadpath.tables.FileFormat;
import io.loadpath.tables.FileFormat.DateForm;
import io.loadpath.tables.FileFormat.LineEnd;
import io.loadpath.tables.FileFormat.TimestampForm;
import io.loadpath.tables.Format;
import io.loadpath.tables.Kind;
import io.loadpath.tables.Table;
import io.loadpath.tables.Type;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Decides what the findings in a sample mean, and says why. */
final class DescriptionDraft {
  private final String name;
  private final List<String> patterns;
  private final Findings found;
  private final Layout layout;
  private final Dialect dialect;
  private final Charset charset;
  private final HeaderSearch.Found header;
  private final NullSearch.Found nulls;
  private final List<ColumnLooks> rows;
  private final List<ColumnLooks> values;
  private final DateForms forms;
  private final KnownColumns known;

  /**
   * @param known the columns, where they are known; otherwise null
   */
  DescriptionDraft(String name, List<String> patterns, Findings found, KnownColumns known) {
    this.name = name;
    this.patterns = patterns;
    this.found = found;
    this.known = known;
    layout = found.layout();
    dialect = layout.dialect();
    charset = found.encoding().charset();
    header = header();
    rows =
        header.header()
            ? found.columns().stream().map(ColumnLooks::withoutFirstRows).toList()
            : found.columns();
    nulls = new NullSearch(rows).find();
    values = rows.stream().map(column -> column.values(nulls.text())).toList();
    forms = DateForms.of(values);
    if (header.header()) {
      FileShapes.checkHeader(found.sample(), dialect, charset);
    }
  }

  private HeaderSearch.Found header() {
    List<ColumnLooks> rest = found.columns().stream().map(ColumnLooks::withoutFirstRows).toList();
    if (known != null && known.areNamedIn(firstRow())) {
      return new HeaderSearch.Found(true, seen("it has the names of " + known.source()));
    }
    return new HeaderSearch(
            found.columns(),
            firstRow(),
            FileShapes.alike(found.sample(), dialect, charset),
            found.headerSniffed(),
            new NullSearch(rest).find())
        .find();
  }

  private List<String> firstRow() {
    int fields = Math.min(found.firstRow().size(), found.columns().size());
    return found.firstRow().subList(0, fields);
  }

  Description description() {
    List<Described> columns = known == null ? seenColumns() : knownColumns();
    return new Description(
        new Table(name, patterns, format(), columns.stream().map(Described::column).toList(), null),
        rows(),
        found.sample().extent(),
        Format.of(found.sample().pieces().get(0).file()),
        lines(),
        columns.stream().map(Described::note).toList(),
        problems());
  }

  private List<Described> seenColumns() {
    TypeSearch types = new TypeSearch(found.sample().whole(), forms, found.places());
    List<ColumnNames.Name> names =
        header.header() ? ColumnNames.of(firstRow()) : ColumnNames.numbered(values.size());
    List<Described> columns = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      TypeSearch.Found type = types.find(values.get(i));
      ColumnNames.Name named = names.get(i);
      boolean nullable = rows() == 0 || rows.get(i).nulls(nulls.text()) > 0;
      columns.add(
          new Described(
              new Column(named.name(), type.type(), nullable, named.header()),
              Note.both(type.note(), named.note())));
    }
    return columns;
  }

  /** PostgreSQL takes a time of day into a DATE, and drops it without a word. */
  private List<Described> knownColumns() {
    List<Described> columns = new ArrayList<>();
    String file = found.sample().pieces().get(0).file().toString();
    List<Described> described = known.of(header.header() ? firstRow() : null, values.size(), file);
    for (int i = 0; i < values.size(); i++) {
      Column column = described.get(i).column();
      boolean timed = column.type().kind() == Kind.DATE && values.get(i).only(Look.Shape.TIMESTAMP);
      columns.add(
          timed
              ? new Described(
                  new Column(
                      column.name(), Type.timestamp(0, false), column.nullable(), column.header()),
                  seen("DATE in %s, and the files have times of day".formatted(known.source())))
              : described.get(i));
    }
    return columns;
  }

  private long rows() {
    return rows.get(0).fields();
  }

  private FileFormat format() {
    return new FileFormat(
        dialect.delimiter(),
        dialect.quote(),
        dialect.escape(),
        header.header(),
        layout.delimiterAfterLast(),
        nulls.text(),
        layout.usesCrlf() ? LineEnd.CRLF : LineEnd.LF,
        charset,
        forms.date() == null ? DateForm.ISO : forms.date(),
        forms.timestamp() == null ? TimestampForm.SPACE : forms.timestamp());
  }

  private List<FormatLine> lines() {
    List<FormatLine> lines = new ArrayList<>();
    lines.add(new FormatLine("delimiter", character(dialect.delimiter()), delimiterNote()));
    lines.add(new FormatLine("quote", character(dialect.quote()), quoteNote()));
    lines.add(new FormatLine("escape", character(dialect.escape()), escapeNote()));
    lines.add(new FormatLine("header", header.header() ? "yes" : "no", header.note()));
    lines.add(
        new FormatLine(
            "delimiter-after-last", layout.delimiterAfterLast() ? "yes" : "no", afterLastNote()));
    lines.add(new FormatLine("null", Yaml.text(nulls.text()), nulls.note()));
    lines.add(new FormatLine("line-end", layout.usesCrlf() ? "crlf" : "lf", lineEndNote()));
    lines.add(
        new FormatLine(
            "encoding",
            charset.equals(StandardCharsets.UTF_8) ? "utf-8" : "latin-1",
            encodingNote()));
    if (forms.date() != null) {
      lines.add(new FormatLine("dates", forms.date().text(), forms.dateNote()));
    }
    if (forms.timestamp() != null) {
      lines.add(
          new FormatLine(
              "timestamps",
              forms.date().text() + forms.timestamp().text(),
              seen("all timestamps have this form")));
    }
    return lines;
  }

  private static String character(Character value) {
    return value == null ? "none" : value == '\t' ? "'\\t'" : Yaml.text(value.toString());
  }

  private Note delimiterNote() {
    int fields = layout.fields();
    if (fields == 1) {
      return guessed("no delimiter divides most rows, so a row is one field");
    }
    String rows =
        "%s of %s have %d fields"
            .formatted(Numbers.count(layout.evenRows()), Note.count(layout.rows(), "row"), fields);
    return layout.evenRows() == layout.rows() ? seen(rows) : guessed(rows);
  }

  private Note quoteNote() {
    if (layout.quotedFields() > 0) {
      String quoted = "quotes around " + Note.count(layout.quotedFields(), "field");
      return layout.badQuotes() == 0
          ? seen(quoted)
          : guessed(
              quoted + ", and %s elsewhere".formatted(Note.count(layout.badQuotes(), "quote")));
    }
    Layout refused = found.dialect().refused();
    if (refused != null) {
      return guessed(
          "quotes are taken for text, though %s with one%s"
              .formatted(
                  refused.quotedFields() == 1
                      ? "1 field begins"
                      : Numbers.count(refused.quotedFields()) + " fields begin",
                  refused.open() == null
                      ? ""
                      : ", and that in %s is not closed".formatted(refused.open())));
    }
    if (dialect.quote() == null) {
      return found.dialect().quoteGuessed()
          ? guessed("no field read has quotes")
          : seen("no field has quotes around it");
    }
    return guessed("no field read has quotes; 'none' is faster if there are none");
  }

  private Note escapeNote() {
    if (dialect.escape() == null) {
      return seen("nothing is escaped");
    }
    if (dialect.escape().equals(dialect.quote())) {
      long doubled = layout.doubledQuotes();
      return seen(
          doubled == 0
              ? "as usual; no quote is in quotes"
              : Note.count(doubled, "doubled quote") + " in quotes");
    }
    return seen(Note.count(layout.escapes(), "escaped character"));
  }

  private Note afterLastNote() {
    if (!layout.delimiterAfterLast()) {
      return seen("fields follow the last delimiter");
    }
    String all = "no row has text behind the last delimiter";
    return found.sample().whole()
        ? seen(all)
        : guessed(all + " read; it could be a column of NULL");
  }

  private Note lineEndNote() {
    return layout.firstOtherLineEnd() == null
        ? seen("all rows end so")
        : guessed("not all rows end so: see above");
  }

  private Note encodingNote() {
    Encoding encoding = found.encoding();
    if (encoding.ascii()) {
      return encoding.whole() ? seen("all is ASCII") : guessed("all that was read is ASCII");
    }
    if (charset.equals(StandardCharsets.UTF_8)) {
      return encoding.otherLines() == 0
          ? seen(Note.count(encoding.utf8Lines(), "line") + " with other characters than ASCII")
          : guessed("not all lines are: see above");
    }
    return guessed(
        "%s not in UTF-8, the first in %s%s"
            .formatted(
                Note.count(encoding.otherLines(), "line"),
                encoding.firstOther(),
                encoding.windows() ? "; they may be Windows-1252" : ""));
  }

  private List<String> problems() {
    List<String> problems = new ArrayList<>();
    for (Layout.OddRow odd : layout.oddRows()) {
      problems.add(
          odd.blank()
              ? "%s: the line is empty".formatted(odd.place())
              : "%s: %d fields, but most rows have %d"
                  .formatted(odd.place(), odd.fields(), layout.fields()));
    }
    if (layout.open() != null) {
      problems.add("%s: a quote is not closed".formatted(layout.open()));
    }
    if (layout.firstOtherLineEnd() != null) {
      problems.add(
          "%s: the row ends with %s, others with %s"
              .formatted(
                  layout.firstOtherLineEnd(),
                  layout.usesCrlf() ? "LF" : "CR LF",
                  layout.usesCrlf() ? "CR LF" : "LF"));
    }
    Encoding encoding = found.encoding();
    if (charset.equals(StandardCharsets.UTF_8) && encoding.otherLines() > 0) {
      problems.add("%s: the line is not UTF-8".formatted(encoding.firstOther()));
    }
    return problems;
  }
}
