package io.loadpath.tables;

import io.loadpath.rows.FileFormat;
import io.loadpath.rows.FileFormat.DateForm;
import io.loadpath.rows.FileFormat.LineEnd;
import io.loadpath.rows.FileFormat.TimestampForm;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.stream.Stream;

/** Reads the block {@code format} of a description. The defaults are those of most CSV files. */
record FormatReader(TableFile.FormatWords words, KeyPlace at) {

  private static final String NONE = "none";
  private static final char USUAL_QUOTE = '"';

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
    LineEnd lineEnd =
        at.oneOf("line-end", words.lineEnd(), LineEnd.LF, LineEnd.values(), LineEnd::word);
    Charset[] encodings = {StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1};
    Charset encoding =
        at.oneOf("encoding", encodingWord(), encodings[0], encodings, FormatReader::word);
    DateForm dates =
        at.oneOf("dates", words.dates(), usualDates(), DateForm.values(), DateForm::text);
    TimestampForm timestamps =
        at.oneOf(
            "timestamps",
            words.timestamps(),
            TimestampForm.SPACE,
            TimestampForm.values(),
            form -> dates.text() + form.text());
    return new FileFormat(
        delimiter,
        quote,
        escape,
        at.yes("header", words.header(), true),
        at.yes("delimiter-after-last", words.delimiterAfterLast(), false),
        nullText(delimiter, quote),
        lineEnd,
        encoding,
        dates,
        timestamps);
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
    if (c < ' ' && key.equals("quote")) { // CopyFormat uses one where fields have no quotes
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

  private String encodingWord() {
    return words.encoding() == null ? null : words.encoding().toLowerCase(Locale.ROOT);
  }

  private static String word(Charset encoding) {
    return encoding.equals(StandardCharsets.UTF_8) ? "utf-8" : "latin-1";
  }

  /** The form of days at the start of {@code timestamps}. */
  private DateForm usualDates() {
    String timestamps = words.timestamps();
    return Stream.of(DateForm.values())
        .filter(form -> timestamps != null && timestamps.startsWith(form.text()))
        .findFirst()
        .orElse(DateForm.ISO);
  }
}
