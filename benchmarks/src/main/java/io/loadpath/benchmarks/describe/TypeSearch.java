package io.loadpath.benchmarks.describe;

import io.loadpath.benchmarks.describe.Look.Shape;
import io.loadpath.benchmarks.statistics.Numbers;
import io.loadpath.tables.FileFormat.DateForm;
import io.loadpath.tables.Kind;
import io.loadpath.tables.Type;
import java.util.Comparator;
import java.util.Locale;
import java.util.function.LongFunction;

/**
 * Finds a column's type by its values that are not NULL.
 *
 * @param whole whether all rows were read, so that no larger value can come
 * @param forms of the table's dates
 * @param places names the place of a value by its number
 */
record TypeSearch(boolean whole, DateForms forms, LongFunction<Place> places) {
  private static final int LEAST_TEXT = 10;
  private static final int MOST_TEXT = 4000;

  /** Minimum fraction digits of a number taken for binary. */
  private static final int BINARY_DIGITS = 13;

  private static final int SPARE_DIGITS = 3;
  private static final double MOST_VALUES = 0.5;

  /**
   * A type, and what to say of it.
   *
   * @param note null: nothing
   */
  record Found(Type type, Note note) {}

  Kind kind(ColumnLooks values) {
    return find(values).type().kind();
  }

  Found find(ColumnLooks values) {
    if (values.looks().isEmpty()) {
      return new Found(Type.text(Type.UNLIMITED), Note.guessed("text, for there is no value"));
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
      boolean zone = values.looks().get(0).zone();
      if (values.looks().stream().allMatch(look -> look.zone() == zone)) {
        return new Found(Type.timestamp(values.max(Look::secondDigits), zone), null);
      }
      return text(values, Note.guessed("text, for only some of the timestamps have a zone"));
    }
    return text(values, whyText(values));
  }

  private Found number(ColumnLooks values) {
    long padded = values.sum(Look::padded);
    int digits = values.max(Look::whole);
    int fraction = values.max(Look::fraction);
    if (values.fields(Shape.EXPONENT) > 0) {
      return number(values, "numbers with exponents");
    }
    if (padded > 0) {
      return text(
          values,
          Note.seen("text, for %s with 0 or + before".formatted(Note.count(padded, "number"))));
    }
    if (values.only(Shape.INTEGER)) {
      if (forms.date() == DateForm.COMPACT && DateForms.maybeCompact(values)) {
        return new Found(
            Type.of(Kind.DATE),
            Note.guessed("date, for all are days as yyyymmdd; else integer(8)"));
      }
      return integer(values, Math.max(1, digits));
    }
    if (fraction >= BINARY_DIGITS || digits + fraction > Type.MAX_DECIMAL_DIGITS) {
      return number(values, "numbers with up to %d digits behind the point".formatted(fraction));
    }
    int most = Math.min(Type.MAX_DECIMAL_DIGITS, digits + fraction + (whole ? 0 : SPARE_DIGITS));
    return new Found(Type.decimal(Math.max(1, most), fraction), digitsSeen(digits));
  }

  private Found number(ColumnLooks values, String what) {
    long padded = values.sum(Look::padded);
    return padded > 0
        ? text(
            values,
            Note.guessed("text, for %s, some with zeros or plus signs before".formatted(what)))
        : new Found(
            Type.of(Kind.DOUBLE),
            Note.seen(what + "; double is not exact, decimal(DIGITS,PLACES) is"));
  }

  private Found integer(ColumnLooks values, int digits) {
    if (digits > Type.MAX_DECIMAL_DIGITS) {
      return text(
          values, Note.seen("text, for whole numbers have up to %d digits".formatted(digits)));
    }
    if (values.sum(Look::tooLarge) > 0) {
      return new Found(
          Type.decimal(whole ? digits : Type.MAX_DECIMAL_DIGITS, 0),
          Note.seen("decimal, for 64 bits cannot hold all"));
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

  private Found text(ColumnLooks values, Note note) {
    int longest = values.max(Look::chars);
    int size = LEAST_TEXT;
    while (size < longest || size == longest && !whole) {
      size = size < MOST_TEXT && 2 * size > MOST_TEXT ? MOST_TEXT : 2 * size;
    }
    return new Found(Type.text(size > MOST_TEXT ? Type.UNLIMITED : size), note);
  }

  /** What a reader may take for another type than text. */
  private Note whyText(ColumnLooks values) {
    Look most = values.looks().stream().max(Comparator.comparingLong(Look::fields)).orElseThrow();
    long all = values.fields();
    if (values.fields(Shape.OTHER_DATE) == all) {
      return Note.guessed(
          "text, for dates such as '%s' have none of the forms that are read"
              .formatted(most.value()));
    }
    if (values.fields(Shape.DATE) + values.fields(Shape.TIMESTAMP) == all) {
      return Note.guessed(
          "text, for values such as '%s' are no days, or have not the form of the other dates"
              .formatted(most.value()));
    }
    long numbers =
        values.looks().stream().filter(look -> look.shape().number()).mapToLong(Look::fields).sum();
    long padded = values.fields(Shape.OTHER_NUMBER);
    if (padded > 0 && numbers + padded == all) {
      Look look = first(values, Shape.OTHER_NUMBER);
      return Note.guessed(
          "text, for numbers have blanks, signs or separators in them, such as '%s' in %s"
              .formatted(shown(look.value()), places.apply(look.place())));
    }
    Shape usual = most.shape();
    boolean typed =
        usual.number() || usual == Shape.DATE || usual == Shape.TIMESTAMP || usual == Shape.BOOLEAN;
    long alike = usual.number() ? numbers : values.fields(usual);
    if (!typed || alike < MOST_VALUES * all) {
      return null;
    }
    Look odd =
        values.looks().stream()
            .filter(look -> usual.number() ? !look.shape().number() : look.shape() != usual)
            .min(Comparator.comparingLong(Look::place))
            .orElseThrow();
    return Note.guessed(
        "text, for %s of %s are no %s, such as '%s' in %s"
                .formatted(
                    Numbers.count(all - alike),
                    Note.count(all, "value"),
                    usual.number() ? "numbers" : usual.name().toLowerCase(Locale.ROOT) + "s",
                    shown(odd.value()),
                    places.apply(odd.place()))
            + (odd.shape() == Shape.EMPTY ? "; an empty text in quotes is not NULL" : ""));
  }

  private static Look first(ColumnLooks values, Shape shape) {
    return values.looks().stream()
        .filter(look -> look.shape() == shape)
        .min(Comparator.comparingLong(Look::place))
        .orElseThrow();
  }

  /** A value as a comment can show it. */
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
