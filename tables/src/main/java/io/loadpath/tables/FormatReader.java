package io.loadpath.tables;

import io.loadpath.tables.FileFormat.DateForm;
import io.loadpath.tables.FileFormat.LineEnd;
import io.loadpath.tables.FileFormat.TimestampForm;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Reads the block {@code format} of a description; what it leaves out is as in most CSV files. */
record FormatReader(TableFile.FormatWords words, Place at) {

  private static final String NONE = "none";
  private static final char USUAL_QUOTE = '"';
  private static final List<String> ENCODINGS = List.of("utf-8", "latin-1");

  FileFormat read() {
    char delimiter = character("delimiter", at.required("delimiter", words.delimiter()));
    Character quote = character("quote", words.quote(), USUAL_QUOTE);
    Character escape = character("escape", words.escape(), quote);
    if (quote != null && quote == delimiter) {
      throw at.error("quote", "is also the delimiter");
    }
    if (escape != null && escape == delimiter) {
      throw at.error("escape", "is also the delimiter");
    }
    DateForm dates = dates();
    return new FileFormat(
        delimiter,
        quote,
        escape,
        at.yes("header", words.header(), true),
        at.yes("delimiter-after-last", words.delimiterAfterLast(), false),
        nullText(delimiter, quote),
        lineEnd(),
        encoding(),
        dates,
        timestamps(dates));
  }

  private Character character(String key, String value, Character usual) {
    String given = at.given(key, value);
    if (given == null) {
      return usual;
    }
    return given.equals(NONE) ? null : (Character) character(key, given);
  }

  private char character(String key, String text) {
    String plain = text.equals("\\t") ? "\t" : text;
    char c = plain.length() == 1 ? plain.charAt(0) : 0;
    boolean ofValues = c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z';
    if (c == 0 || c > 126 || c == '\n' || c == '\r' || "+-.".indexOf(c) >= 0 || ofValues) {
      throw at.error(
          key,
          "'%s' is not one ASCII character other than letters, digits, '+', '-', '.' and line ends"
                  .formatted(text)
              + (key.equals("delimiter") ? "; a tab is '\\t'" : "; none is also allowed"));
    }
    if (c < ' ' && key.equals("quote")) { // COPY has such a quote where fields have none
      throw at.error(key, "must not be a control character; none is also allowed");
    }
    if (c == '\\' && !key.equals("escape")) {
      throw at.error(key, "must not be a backslash");
    }
    return c;
  }

  private String nullText(char delimiter, Character quote) {
    String text = at.given("null", words.nullText());
    if (text == null) {
      return "";
    }
    if (text.chars().anyMatch(c -> c == delimiter || c == '\n' || c == '\r')
        || quote != null && text.indexOf(quote) >= 0) {
      throw at.error("null", "'" + text + "' holds the delimiter, the quote or a line end");
    }
    return text;
  }

  private LineEnd lineEnd() {
    String given = at.given("line-end", words.lineEnd());
    if (given == null) {
      return LineEnd.LF;
    }
    for (LineEnd end : LineEnd.values()) {
      if (end.word().equals(given)) {
        return end;
      }
    }
    throw at.unknown("line-end", given, Stream.of(LineEnd.values()).map(LineEnd::word).toList());
  }

  private Charset encoding() {
    String given = at.given("encoding", words.encoding());
    if (given == null) {
      return StandardCharsets.UTF_8;
    }
    return switch (given.toLowerCase(Locale.ROOT)) {
      case "utf-8" -> StandardCharsets.UTF_8;
      case "latin-1" -> StandardCharsets.ISO_8859_1;
      default -> throw at.unknown("encoding", given, ENCODINGS);
    };
  }

  /** The form of days: of {@code dates}, otherwise that at the start of {@code timestamps}. */
  private DateForm dates() {
    String given = at.given("dates", words.dates());
    String timestamps = at.given("timestamps", words.timestamps());
    for (DateForm form : DateForm.values()) {
      if (form.text().equals(given)
          || given == null && timestamps != null && timestamps.startsWith(form.text())) {
        return form;
      }
    }
    if (given == null) {
      return DateForm.ISO;
    }
    throw at.unknown("dates", given, Stream.of(DateForm.values()).map(DateForm::text).toList());
  }

  private TimestampForm timestamps(DateForm dates) {
    String given = at.given("timestamps", words.timestamps());
    if (given == null) {
      return TimestampForm.SPACE;
    }
    List<String> known = new ArrayList<>();
    for (TimestampForm form : TimestampForm.values()) {
      known.add(dates.text() + form.text());
      if (known.get(known.size() - 1).equals(given)) {
        return form;
      }
    }
    throw at.unknown("timestamps", given, known);
  }
}
