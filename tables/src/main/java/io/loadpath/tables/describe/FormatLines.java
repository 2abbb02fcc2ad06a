package io.loadpath.tables.describe;

import static io.loadpath.tables.describe.Note.guessed;
import static io.loadpath.tables.describe.Note.seen;

import io.loadpath.rows.FileFormat;
import io.loadpath.tables.describe.Description.FormatLine;
import io.loadpath.tables.yaml.YamlText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Gives the reasons for a format, and the rows that do not fit. */
final class FormatLines {
  private final FileSample sample;
  private final Encoding encoding;
  private final LayoutSearch.Found found;
  private final Layout layout;
  private final boolean utf8;

  FormatLines(FileSample sample, Encoding encoding, LayoutSearch.Found found) {
    this.sample = sample;
    this.encoding = encoding;
    this.found = found;
    layout = found.layout();
    utf8 = encoding.charset().equals(StandardCharsets.UTF_8);
  }

  List<FormatLine> of(
      FileFormat format, HeaderSearch.Found header, NullSearch.Found nulls, DateForms forms) {
    List<FormatLine> lines = new ArrayList<>();
    lines.add(new FormatLine("delimiter", character(format.delimiter()), delimiter()));
    lines.add(new FormatLine("quote", character(format.quote()), quote()));
    lines.add(new FormatLine("escape", character(format.escape()), escape()));
    lines.add(new FormatLine("header", yesOrNo(format.header()), header.note()));
    lines.add(
        new FormatLine("delimiter-after-last", yesOrNo(format.delimiterAfterLast()), afterLast()));
    lines.add(new FormatLine("null", YamlText.quoted(format.nullText()), nulls.note()));
    lines.add(new FormatLine("line-end", format.lineEnd().word(), lineEnd()));
    lines.add(new FormatLine("encoding", utf8 ? "utf-8" : "latin-1", encoding()));
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
    return value == null ? "none" : value == '\t' ? "'\\t'" : YamlText.quoted(value.toString());
  }

  private static String yesOrNo(boolean value) {
    return value ? "yes" : "no";
  }

  private Note delimiter() {
    int fields = layout.fields();
    if (fields == 1) {
      return guessed("no delimiter divides most rows, so a row is one field");
    }
    String rows =
        "%s of %s have %d fields"
            .formatted(Note.count(layout.evenRows()), Note.count(layout.rows, "row"), fields);
    return new Note(layout.evenRows() != layout.rows, rows);
  }

  private Note quote() {
    if (layout.quotedFields > 0) {
      String quoted = "quotes around " + Note.count(layout.quotedFields, "field");
      return layout.badQuotes == 0
          ? seen(quoted)
          : guessed(quoted + ", and %s elsewhere".formatted(Note.count(layout.badQuotes, "quote")));
    }
    Layout refused = found.refused();
    if (refused != null) {
      return guessed(
          "quotes count as text, although %s with one%s"
              .formatted(
                  refused.quotedFields == 1
                      ? "1 field begins"
                      : Note.count(refused.quotedFields) + " fields begin",
                  refused.open == null
                      ? ""
                      : ", and that in %s is not closed".formatted(refused.open)));
    }
    if (layout.separators.quote() == null) {
      return found.quoteGuessed()
          ? guessed("no field read has quotes")
          : seen("no field has quotes around it");
    }
    return guessed("no field read has quotes; 'none' is faster if there are none");
  }

  private Note escape() {
    Separators separators = layout.separators;
    if (separators.escape() == null) {
      return seen("nothing is escaped");
    }
    if (!separators.escape().equals(separators.quote())) {
      return seen(Note.count(layout.escapes, "escaped character"));
    }
    return seen(
        layout.doubledQuotes == 0
            ? "the usual one; no quote is in quotes"
            : Note.count(layout.doubledQuotes, "doubled quote") + " in quotes");
  }

  private Note afterLast() {
    if (!layout.delimiterAfterLast()) {
      return seen("fields follow the last delimiter");
    }
    String all = "no row has text after the last delimiter";
    return sample.whole() ? seen(all) : guessed(all + " read; it could be a column of NULL");
  }

  private Note lineEnd() {
    return layout.firstOtherLineEnd() == null
        ? seen("all rows end like this")
        : guessed("not all rows end like this: see above");
  }

  private Note encoding() {
    if (encoding.ascii()) {
      return encoding.whole ? seen("all is ASCII") : guessed("all that was read is ASCII");
    }
    if (utf8) {
      return encoding.otherLines == 0
          ? seen(Note.count(encoding.utf8Lines, "line") + " with characters other than ASCII")
          : guessed("not all lines are: see above");
    }
    return guessed(
        "%s not in UTF-8, the first in %s%s"
            .formatted(
                Note.count(encoding.otherLines, "line"),
                encoding.firstOther,
                encoding.windows ? "; they may be Windows-1252" : ""));
  }

  List<String> problems() {
    List<String> problems = new ArrayList<>();
    for (Layout.OddRow odd : layout.oddRows()) {
      problems.add(
          odd.blank()
              ? "%s: the line is empty".formatted(odd.place())
              : "%s: %d fields, but most rows have %d"
                  .formatted(odd.place(), odd.fields(), layout.fields()));
    }
    if (layout.open != null) {
      problems.add("%s: a quote is not closed".formatted(layout.open));
    }
    if (layout.firstOtherLineEnd() != null) {
      problems.add(
          "%s: the row ends with %s, others with %s"
              .formatted(
                  layout.firstOtherLineEnd(),
                  layout.usesCrlf() ? "LF" : "CR LF",
                  layout.usesCrlf() ? "CR LF" : "LF"));
    }
    if (utf8 && encoding.otherLines > 0) {
      problems.add("%s: the line is not UTF-8".formatted(encoding.firstOther));
    }
    return problems;
  }
}
