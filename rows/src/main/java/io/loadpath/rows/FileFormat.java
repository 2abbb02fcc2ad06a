package io.loadpath.rows;

import java.io.Serializable;
import java.nio.charset.Charset;
import java.util.Locale;

/**
 * The format of rows in files. The suffix of a file's name shows its codec.
 *
 * @param delimiter between the fields, one ASCII character
 * @param quote around a field that may hold delimiters and line ends, one ASCII character; null:
 *     fields have no quotes
 * @param escape inside of quotes: before a quote or itself, one ASCII character, usually the quote;
 *     before anything else it is a character. Without quotes: before a delimiter, a line end or
 *     itself; then n, r and t after it are LF, CR and tab. null: nothing is escaped
 * @param header whether the first line of each file names the columns
 * @param delimiterAfterLast whether a delimiter follows the last field
 * @param nullText the field that is NULL when it is not quoted; a quoted one is text
 * @param lineEnd between the rows
 * @param encoding UTF-8 or ISO-8859-1
 * @param dateForm of DATE, and of the day of TIMESTAMP
 * @param timestampForm between day and time of a TIMESTAMP
 */
public record FileFormat(
    char delimiter,
    Character quote,
    Character escape,
    boolean header,
    boolean delimiterAfterLast,
    String nullText,
    LineEnd lineEnd,
    Charset encoding,
    DateForm dateForm,
    TimestampForm timestampForm)
    implements Serializable {

  /** Lines at the start of each file that are not rows. */
  public int headerLines() {
    return header ? 1 : 0;
  }

  /** The same without a header line. */
  public FileFormat withoutHeader() {
    return with(quote, escape, false);
  }

  /** The same without quotes and their escape, for files that have none. */
  public FileFormat withoutQuotes() {
    return quote == null ? this : with(null, null, header);
  }

  private FileFormat with(Character otherQuote, Character otherEscape, boolean otherHeader) {
    return new FileFormat(
        delimiter,
        otherQuote,
        otherEscape,
        otherHeader,
        delimiterAfterLast,
        nullText,
        lineEnd,
        encoding,
        dateForm,
        timestampForm);
  }

  private Object writeReplace() {
    return new Written(
        delimiter,
        quote,
        escape,
        header,
        delimiterAfterLast,
        nullText,
        lineEnd,
        encoding.name(),
        dateForm,
        timestampForm);
  }

  /** The serialized form, because {@link Charset} has none. */
  private record Written(
      char delimiter,
      Character quote,
      Character escape,
      boolean header,
      boolean delimiterAfterLast,
      String nullText,
      LineEnd lineEnd,
      String encoding,
      DateForm dateForm,
      TimestampForm timestampForm)
      implements Serializable {
    private Object readResolve() {
      return new FileFormat(
          delimiter,
          quote,
          escape,
          header,
          delimiterAfterLast,
          nullText,
          lineEnd,
          Charset.forName(encoding),
          dateForm,
          timestampForm);
    }
  }

  /** Bytes between two rows. */
  public enum LineEnd {
    LF,
    CRLF;

    /** As in descriptions, such as {@code crlf}. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Order and separators of a day's numbers. */
  public enum DateForm {
    ISO("yyyy-mm-dd"),
    COMPACT("yyyymmdd"),
    AMERICAN("mm/dd/yyyy"),
    BRITISH("dd/mm/yyyy"),
    GERMAN("dd.mm.yyyy");

    private final String text;

    DateForm(String text) {
      this.text = text;
    }

    /** As in descriptions, such as {@code mm/dd/yyyy}. */
    public String text() {
      return text;
    }
  }

  /** The separator of day and time of day. A zone is Z, +hh, +hhmm or +hh:mm. */
  public enum TimestampForm {
    SPACE(" hh:mi:ss"),
    T("Thh:mi:ss");

    private final String text;

    TimestampForm(String text) {
      this.text = text;
    }

    /** As in descriptions, after the form of the day. */
    public String text() {
      return text;
    }
  }
}
