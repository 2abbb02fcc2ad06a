package io.loadpath.tables.describe;

import io.loadpath.rows.FileFormat.DateForm;
import io.loadpath.rows.FileFormat.TimestampForm;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The shape of a value, without its digits.
 *
 * @param day the form of the day of a DATE or TIMESTAMP; with slashes, AMERICAN also stands for
 *     BRITISH; otherwise null
 * @param gap the separator of day and time of a TIMESTAMP; otherwise null
 * @param zone whether a TIMESTAMP has one
 */
record Look(Shape shape, DateForm day, TimestampForm gap, boolean zone) {
  /** Often stand for NULL. */
  private static final Set<String> WORDS =
      Set.of(
          "NA", "N/A", "n/a", "#N/A", "NULL", "null", "Null", "\\N", "nil", "None", "NaN", "nan",
          "-", "?", ".");

  private static final Pattern INTEGER = Pattern.compile("[+-]?\\d+");
  private static final Pattern DECIMAL = Pattern.compile("[+-]?(\\d+\\.\\d*|\\.\\d+)");
  private static final Pattern EXPONENT =
      Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)[eE][+-]?\\d+");
  private static final Pattern MOMENT =
      Pattern.compile(
          "(?:(?<ISO>\\d{4}-\\d\\d-\\d\\d)|(?<AMERICAN>\\d\\d/\\d\\d/\\d{4})"
              + "|(?<GERMAN>\\d\\d\\.\\d\\d\\.\\d{4})|\\d{8})"
              + "(?:(?<gap>[ T])\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?"
              + "(?<zone>Z|[+-]\\d\\d(?::?\\d\\d)?)?)?");
  private static final Pattern OTHER_DATE =
      Pattern.compile(
          "(\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}|\\d{1,2}[-/.]\\d{1,2}[-/.]\\d{2,4})([ T].*)?",
          Pattern.DOTALL);
  private static final Pattern OTHER_NUMBER = Pattern.compile(" *[+-]?[$€]?\\d[\\d,. ]*%? *");

  /** The shapes of values. */
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

    boolean isNumber() {
      return this == INTEGER || this == DECIMAL || this == EXPONENT;
    }
  }

  private static final List<Look> PLAIN =
      Stream.of(Shape.values()).map(shape -> new Look(shape, null, null, false)).toList();

  static Look of(String value) {
    if (value.isEmpty()) {
      return of(Shape.EMPTY);
    }
    if (WORDS.contains(value)) {
      return of(Shape.WORD);
    }
    if (value.equalsIgnoreCase("true") || value.equalsIgnoreCase("false")) {
      return of(Shape.BOOLEAN);
    }
    if ("0123456789+-. $€".indexOf(value.charAt(0)) < 0) {
      return of(Shape.TEXT); // the first character identifies most texts
    }
    if (INTEGER.matcher(value).matches()) {
      return of(Shape.INTEGER);
    }
    if (DECIMAL.matcher(value).matches()) {
      return of(Shape.DECIMAL);
    }
    if (EXPONENT.matcher(value).matches()) {
      return of(Shape.EXPONENT);
    }
    Matcher moment = MOMENT.matcher(value);
    if (moment.matches()) {
      return ofMoment(moment);
    }
    if (OTHER_DATE.matcher(value).matches()) {
      return of(Shape.OTHER_DATE);
    }
    return of(OTHER_NUMBER.matcher(value).matches() ? Shape.OTHER_NUMBER : Shape.TEXT);
  }

  private static Look of(Shape shape) {
    return PLAIN.get(shape.ordinal());
  }

  private static Look ofMoment(Matcher moment) {
    DateForm day = DateForm.COMPACT;
    for (DateForm other : List.of(DateForm.ISO, DateForm.AMERICAN, DateForm.GERMAN)) {
      day = moment.group(other.name()) == null ? day : other;
    }
    String gap = moment.group("gap");
    return gap == null
        ? new Look(Shape.DATE, day, null, false)
        : new Look(
            Shape.TIMESTAMP,
            day,
            gap.equals("T") ? TimestampForm.T : TimestampForm.SPACE,
            moment.group("zone") != null);
  }
}
