package io.loadpath.rows;

import java.io.Serializable;
import java.util.List;

/**
 * The format of rows as text. All characters are ASCII, and differ from each other.
 *
 * @param delimiter between two fields
 * @param lineEnd after each row, but perhaps not after the last one
 * @param escape makes the next character a plain one; {@link #NONE} if there is none
 * @param enclosing around a field, which may then hold delimiters and line ends; {@link #NONE} if
 *     there is none
 * @param nullText a field that stands for NULL in a column of a text type, and in one of uuid, for
 *     which Sqoop has no other class
 * @param nullOther a field that stands for NULL in any other column. An empty field always does,
 *     where it is not a value.
 * @param nullParsed whether those two are compared with a field without its escapes and enclosing
 *     characters, as Sqoop does it. Otherwise, as Hive and PostgreSQL do it, they are compared with
 *     the field as it is written: with escape {@code \} and NULL {@code \N}, the field {@code \\N}
 *     is text.
 * @param delimiterAtEnd whether a delimiter follows the last field, too
 * @param refusesCr whether a row with CR before its LF is refused. Otherwise that CR is the end of
 *     its last field, as to Sqoop.
 * @param described the table whose description decides everything else about rows and fields; null
 *     if there is none
 */
public record TextFormat(
    char delimiter,
    char lineEnd,
    char escape,
    char enclosing,
    String nullText,
    String nullOther,
    boolean nullParsed,
    DelimiterAtEnd delimiterAtEnd,
    boolean refusesCr,
    Described described)
    implements Serializable {
  /**
   * A described table.
   *
   * @param columns of the files, in their order
   */
  public record Described(FileFormat format, List<Column> columns) implements Serializable {}

  /** Whether rows end with a delimiter. */
  public enum DelimiterAtEnd {
    NEVER,
    SOMETIMES,
    ALWAYS
  }

  /** No character. */
  public static final char NONE = 0;

  private static final char MAX_ASCII = 127;

  /**
   * @throws IllegalArgumentException if a character is not ASCII, or two are the same
   */
  public TextFormat {
    char[] all = {delimiter, lineEnd, escape, enclosing};
    String[] names = {"delimiter", "line end", "escape", "enclosing character"};
    for (int i = 0; i < all.length; i++) {
      if (all[i] > MAX_ASCII) {
        throw new IllegalArgumentException(
            "the %s must be an ASCII character, found '%c'".formatted(names[i], all[i]));
      }
      for (int j = 0; j < i; j++) {
        if (all[i] == all[j] && (i < 2 || all[i] != NONE)) {
          throw new IllegalArgumentException(
              "%s and %s must differ, found %s".formatted(names[j], names[i], describe(all[i])));
        }
      }
    }
  }

  /** A format without a description. */
  public TextFormat(
      char delimiter,
      char lineEnd,
      char escape,
      char enclosing,
      String nullText,
      String nullOther,
      boolean nullParsed,
      DelimiterAtEnd delimiterAtEnd,
      boolean refusesCr) {
    this(
        delimiter,
        lineEnd,
        escape,
        enclosing,
        nullText,
        nullOther,
        nullParsed,
        delimiterAtEnd,
        refusesCr,
        null);
  }

  /**
   * Rows of a described table, read as {@link io.loadpath.rows.parser.RowParser} reads them.
   *
   * @param columns of the files, in their order
   */
  public static TextFormat of(FileFormat format, List<Column> columns) {
    boolean escapes = format.escape() != null && !format.escape().equals(format.quote());
    return new TextFormat(
        format.delimiter(),
        '\n',
        escapes ? format.escape() : NONE,
        format.quote() == null ? NONE : format.quote(),
        format.nullText(),
        format.nullText(),
        false,
        format.delimiterAfterLast() ? DelimiterAtEnd.ALWAYS : DelimiterAtEnd.NEVER,
        false,
        new Described(format, List.copyOf(columns)));
  }

  /** Rows that end with LF, not CR LF, without escapes; a field with this text is NULL. */
  public static TextFormat plain(char delimiter, String nullText, DelimiterAtEnd delimiterAtEnd) {
    return new TextFormat(
        delimiter, '\n', NONE, NONE, nullText, nullText, false, delimiterAtEnd, true);
  }

  /**
   * Rows as Sqoop writes them: with a delimiter after the last field or without, and NULL is read
   * after the escapes.
   */
  public static TextFormat sqoop(
      char delimiter,
      char lineEnd,
      char escape,
      char enclosing,
      String nullText,
      String nullOther) {
    return new TextFormat(
        delimiter,
        lineEnd,
        escape,
        enclosing,
        nullText,
        nullOther,
        true,
        DelimiterAtEnd.SOMETIMES,
        false);
  }

  boolean hasEscapes() {
    return escape != NONE || enclosing != NONE;
  }

  /** The digests of exports have this text, so that it stays the same without a description. */
  @Override
  public String toString() {
    return ("TextFormat[delimiter=%s, lineEnd=%s, escape=%s, enclosing=%s, nullText=%s,"
            + " nullOther=%s, nullParsed=%s, delimiterAtEnd=%s, refusesCr=%s%s]")
        .formatted(
            delimiter,
            lineEnd,
            escape,
            enclosing,
            nullText,
            nullOther,
            nullParsed,
            delimiterAtEnd,
            refusesCr,
            described == null ? "" : ", described=" + described);
  }

  /** Returns a character's name for messages. */
  static String describe(char c) {
    return switch (c) {
      case '\n' -> "LF";
      case '\r' -> "CR";
      default -> c < ' ' || c == MAX_ASCII ? "0x%02x".formatted((int) c) : "'" + c + "'";
    };
  }
}
