package io.loadpath.benchmarks.path;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whole numbers with a unit or without one: {@code 1..9999} or {@code 1..999999MB/s}.
 *
 * @param unit stands behind each number; empty without one
 */
record NumberRange(long first, long last, String unit) {
  private static final String NUMBER = "(0|[1-9][0-9]{0,17})";
  private static final Pattern FORM = Pattern.compile(NUMBER + "\\.\\." + NUMBER + "([A-Za-z/]*)");
  private static final Pattern VALUE = Pattern.compile(NUMBER + "([A-Za-z/]*)");

  NumberRange {
    if (first >= last) {
      throw new IllegalArgumentException(
          "'%d..%d%s' must go from a smaller to a larger number".formatted(first, last, unit));
    }
  }

  /**
   * Reads a range, or nothing if {@code text} is a single value.
   *
   * @throws IllegalArgumentException if it holds two dots, but is no range
   */
  static Optional<NumberRange> of(String text) {
    if (!text.contains("..")) {
      return Optional.empty();
    }
    Matcher range = FORM.matcher(text);
    if (!range.matches()) {
      throw new IllegalArgumentException(
          "'%s' is no range such as 1..9999 or 1..100MB/s".formatted(text));
    }
    return Optional.of(
        new NumberRange(
            Long.parseLong(range.group(1)), Long.parseLong(range.group(2)), range.group(3)));
  }

  boolean holds(String value) {
    Matcher number = VALUE.matcher(value);
    return number.matches()
        && number.group(2).equals(unit)
        && holds(Long.parseLong(number.group(1)));
  }

  private boolean holds(long number) {
    return first <= number && number <= last;
  }

  /** Returns the number of the range that is nearest to {@code number}. */
  long nearest(long number) {
    return Math.max(first, Math.min(last, number));
  }

  @Override
  public String toString() {
    return first + ".." + last + unit;
  }
}
