package io.loadpath.benchmarks.describe;

import io.loadpath.tables.FileFormat.DateForm;
import io.loadpath.tables.FileFormat.TimestampForm;

/**
 * The values of a column that look alike: one row of {@code columns.sql}.
 *
 * @param column from 0
 * @param firstRow whether they are in the first row of a file
 * @param quoted whether they have quotes
 * @param day how a DATE or TIMESTAMP writes its day
 * @param gap the character between day and time of a TIMESTAMP
 * @param zone whether a TIMESTAMP has one
 * @param word a WORD
 * @param fields their number
 * @param chars length of the longest
 * @param secondDigits of a TIMESTAMP, behind the point
 * @param whole digits before the point of a number
 * @param fraction digits behind the point of a number
 * @param padded numbers that begin with 0 or +
 * @param tooLarge whole numbers of more than 64 bits
 * @param days values that are a day of the calendar; with slashes, as Americans write it
 * @param britishDays values that are one when the day is before the month
 * @param place of the first value
 * @param value the first value
 * @param likeHead values that are equal to the one in the very first row
 */
record Look(
    int column,
    boolean firstRow,
    boolean quoted,
    Shape shape,
    Day day,
    String gap,
    boolean zone,
    String word,
    long fields,
    int chars,
    int secondDigits,
    int whole,
    int fraction,
    long padded,
    long tooLarge,
    long days,
    long britishDays,
    long place,
    String value,
    long likeHead) {

  /** What values look like. */
  enum Shape {
    EMPTY,
    /** Often stands for NULL, such as NA. */
    WORD,
    INTEGER,
    DECIMAL,
    EXPONENT,
    BOOLEAN,
    DATE,
    TIMESTAMP,
    /** A date in a form that descriptions do not have. */
    OTHER_DATE,
    /** A number with blanks, or with delimiters between thousands. */
    OTHER_NUMBER,
    TEXT;

    boolean number() {
      return this == INTEGER || this == DECIMAL || this == EXPONENT;
    }
  }

  /** How a day is written. */
  enum Day {
    ISO,
    COMPACT,
    SLASH,
    DOT;

    /**
     * @param british whether the day is before the month
     */
    DateForm form(boolean british) {
      return switch (this) {
        case ISO -> DateForm.ISO;
        case COMPACT -> DateForm.COMPACT;
        case SLASH -> british ? DateForm.BRITISH : DateForm.AMERICAN;
        case DOT -> DateForm.GERMAN;
      };
    }
  }

  TimestampForm timestampForm() {
    return "T".equals(gap) ? TimestampForm.T : TimestampForm.SPACE;
  }

  static Look of(String[] row) {
    Cells cells = new Cells(row);
    return new Look(
        cells.whole(),
        cells.flag(),
        cells.flag(),
        Shape.valueOf(cells.next()),
        cells.day(),
        cells.next(),
        cells.flag(),
        DuckDbScript.text(cells.next()),
        cells.number(),
        cells.whole(),
        cells.whole(),
        cells.whole(),
        cells.whole(),
        cells.number(),
        cells.number(),
        cells.number(),
        cells.number(),
        cells.number(),
        DuckDbScript.text(cells.next()),
        cells.number());
  }

  /** Reads the cells of a row from left to right. */
  private static final class Cells {
    private final String[] row;
    private int column;

    Cells(String[] row) {
      this.row = row;
    }

    String next() {
      return row[column++];
    }

    boolean flag() {
      return next().equals("true");
    }

    long number() {
      String text = next();
      return text.equals("null") ? 0 : Long.parseLong(text);
    }

    int whole() {
      return Math.toIntExact(number());
    }

    Day day() {
      String text = next();
      return text.equals("null") ? null : Day.valueOf(text.toUpperCase(java.util.Locale.ROOT));
    }
  }
}
