package io.loadpath.tables.describe;

import io.loadpath.rows.FileFormat.DateForm;
import io.loadpath.rows.Kind;
import io.loadpath.rows.Type;
import io.loadpath.tables.describe.Look.Shape;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Finds a column's type from its values that are not NULL.
 *
 * @param whole whether all rows were read, so that no larger value can come
 * @param forms of the table's dates
 */
record TypeSearch(boolean whole, DateForms forms) {
  private static final int LEAST_TEXT = 10;
  private static final int MOST_TEXT = 4000;

  /** Minimum fraction digits of a number taken for binary. */
  private static final int BINARY_DIGITS = 13;

  private static final int SPARE_DIGITS = 3;
  private static final double MOST_VALUES = 0.5;

  /**
   * A type, and a remark on it.
   *
   * @param note or null
   */
  record Found(Type type, Note note) {}

  Found find(ColumnFields values) {
    if (values.isEmpty()) {
      return new Found(Type.text(Type.UNLIMITED), Note.guessed("text, because there is no value"));
    }
    if (values.onlyNumbers()) {
      return number(values);
    }
    if (values.only(Shape.BOOLEAN)) {
      return new Found(Type.of(Kind.BOOLEAN), null);
    }
    if (values.only(Shape.DATE) && forms.fits(values)) {
      return new Found(Type.of(Kind.DATE), null);
    }
    if (values.only(Shape.TIMESTAMP) && forms.fits(values)) {
      boolean zone = values.fields().get(0).look().zone();
      if (values.count(field -> field.look().zone() != zone) == 0) {
        return new Found(Type.timestamp(values.max(Field::secondDigits), zone), null);
      }
      return text(values, Note.guessed("text, because only some of the timestamps have a zone"));
    }
    return text(values, whyText(values));
  }

  private Found number(ColumnFields values) {
    long padded = values.count(Field::isPadded);
    int digits = values.max(Field::wholeDigits);
    int fraction = values.max(Field::fractionDigits);
    if (values.count(field -> field.shape() == Shape.EXPONENT) > 0) {
      return number(values, "numbers with exponents");
    }
    if (padded > 0) {
      return text(
          values,
          Note.seen(
              "text, because of %s with a leading 0 or +".formatted(Note.count(padded, "number"))));
    }
    if (values.only(Shape.INTEGER)) {
      if (forms.date() == DateForm.COMPACT && DateForms.maybeCompact(values)) {
        return new Found(
            Type.of(Kind.DATE),
            Note.guessed("date, because all are days as yyyymmdd; otherwise integer(8)"));
      }
      return integer(values, Math.max(1, digits));
    }
    if (fraction >= BINARY_DIGITS || digits + fraction > Type.MAX_DECIMAL_DIGITS) {
      return number(values, "numbers with up to %d digits after the point".formatted(fraction));
    }
    int most = Math.min(Type.MAX_DECIMAL_DIGITS, digits + fraction + (whole ? 0 : SPARE_DIGITS));
    return new Found(Type.decimal(Math.max(1, most), fraction), digitsSeen(digits));
  }

  private Found number(ColumnFields values, String what) {
    long padded = values.count(Field::isPadded);
    return padded > 0
        ? text(
            values,
            Note.guessed(
                "text, because of %s, some with leading zeros or plus signs".formatted(what)))
        : new Found(
            Type.of(Kind.DOUBLE),
            Note.seen(what + "; double is not exact, decimal(DIGITS,PLACES) is"));
  }

  private Found integer(ColumnFields values, int digits) {
    if (digits > Type.MAX_DECIMAL_DIGITS) {
      return text(
          values, Note.seen("text, because whole numbers have up to %d digits".formatted(digits)));
    }
    if (values.count(field -> !field.isLong()) > 0) {
      return new Found(
          Type.decimal(whole ? digits : Type.MAX_DECIMAL_DIGITS, 0),
          Note.seen("decimal, because 64 bits cannot hold all"));
    }
    if (whole) {
      return new Found(Type.integer(digits), null);
    }
    int room = digits <= 9 ? 9 : digits <= 18 ? 18 : Type.MAX_INTEGER_DIGITS;
    return new Found(Type.integer(room), digitsSeen(digits));
  }

  private Note digitsSeen(int digits) {
    return whole ? null : Note.seen("at most %d digits before the point seen".formatted(digits));
  }

  private Found text(ColumnFields values, Note note) {
    int longest = values.max(Field::chars);
    int size = LEAST_TEXT;
    while (size < longest || size == longest && !whole) {
      size = size < MOST_TEXT && 2 * size > MOST_TEXT ? MOST_TEXT : 2 * size;
    }
    return new Found(Type.text(size > MOST_TEXT ? Type.UNLIMITED : size), note);
  }

  /** Text that a reader may take for another type. */
  private static Note whyText(ColumnFields values) {
    Field most = mostCommon(values);
    long all = values.fields().size();
    if (values.only(Shape.OTHER_DATE)) {
      return Note.guessed(
          "text, because dates such as '%s' have a form that is not read".formatted(most.text()));
    }
    if (values.onlyShapes(shape -> shape == Shape.DATE || shape == Shape.TIMESTAMP)) {
      return Note.guessed(
          "text, because values such as '%s' are not days, or not in the form of the other dates"
              .formatted(most.text()));
    }
    if (values.onlyShapes(shape -> shape.isNumber() || shape == Shape.OTHER_NUMBER)) {
      Field odd = values.first(field -> field.shape() == Shape.OTHER_NUMBER);
      return Note.guessed(
          "text, because numbers hold blanks, signs or separators, such as '%s' in %s"
              .formatted(shown(odd.text()), odd.place()));
    }
    Shape shape = most.shape();
    Predicate<Shape> usual = shape.isNumber() ? Shape::isNumber : shape::equals;
    long alike = values.count(field -> usual.test(field.shape()));
    boolean typed =
        shape.isNumber()
            || shape == Shape.DATE
            || shape == Shape.TIMESTAMP
            || shape == Shape.BOOLEAN;
    if (!typed || alike < MOST_VALUES * all) {
      return null;
    }
    Field odd = values.first(field -> !usual.test(field.shape()));
    return Note.guessed(
        "text, because %s of %s are not %s, such as '%s' in %s"
                .formatted(
                    Note.count(all - alike),
                    Note.count(all, "value"),
                    shape.isNumber() ? "numbers" : shape.name().toLowerCase(Locale.ROOT) + "s",
                    shown(odd.text()),
                    odd.place())
            + (odd.shape() == Shape.EMPTY ? "; an empty text in quotes is not NULL" : ""));
  }

  /** The first field of the most common shape. */
  private static Field mostCommon(ColumnFields values) {
    Map<Look, Long> looks =
        values.fields().stream().collect(Collectors.groupingBy(Field::look, Collectors.counting()));
    Look most = Collections.max(looks.entrySet(), Map.Entry.comparingByValue()).getKey();
    return values.first(field -> field.look().equals(most));
  }

  /** A value, shortened for a comment. */
  static String shown(String value) {
    String line =
        value
            .codePoints()
            .filter(c -> !Character.isISOControl(c))
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
    return line.length() <= 30 ? line : line.substring(0, line.offsetByCodePoints(0, 27)) + "...";
  }
}
