package io.loadpath.mapreduce.load.partitions;

import io.loadpath.mapreduce.load.partitions.PartitionBound.Value;
import io.loadpath.mapreduce.load.partitions.PartitionBound.Word;
import io.loadpath.rows.ColumnType;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * The steps of the bounds of a table that is partitioned by range of one column: days, months or
 * whole numbers, all of the same width.
 *
 * @param first a bound, in units of the scale
 * @param width of each partition, in units of the scale
 */
record BoundSteps(Scale scale, long first, long width) {
  /** A unit that counts values. */
  enum Scale {
    MONTHS,
    DAYS,
    NUMBERS
  }

  private static final int MONTHS_OF_YEAR = 12;
  private static final int DATE_LENGTH = "2000-01-01".length();
  private static final Pattern MIDNIGHT = Pattern.compile("( 00:00:00(\\.0+)?([+-][0-9:]+)?)?");

  /**
   * Returns the steps of bounds; empty if their widths differ, or there is none with two ends.
   *
   * @param type of the column
   */
  static Optional<BoundSteps> of(ColumnType type, List<PartitionBound> bounds) {
    List<Scale> scales =
        switch (type) {
          case DATE, TIMESTAMP, TIMESTAMPTZ -> List.of(Scale.MONTHS, Scale.DAYS);
          case INT2, INT4, INT8 -> List.of(Scale.NUMBERS);
          default -> List.of();
        };
    return scales.stream().flatMap(scale -> of(scale, bounds).stream()).findFirst();
  }

  private static Optional<BoundSteps> of(Scale scale, List<PartitionBound> bounds) {
    BoundSteps steps = null;
    for (PartitionBound bound : bounds) {
      Value lower = bound.first().get(0);
      Value upper = bound.end().get(0);
      if (lower.word() != Word.LITERAL || upper.word() != Word.LITERAL) {
        continue; // takes all keys below or above
      }
      OptionalLong from = number(scale, lower.text(), true);
      OptionalLong to = number(scale, upper.text(), true);
      if (from.isEmpty() || to.isEmpty()) {
        return Optional.empty();
      }
      BoundSteps own = new BoundSteps(scale, from.getAsLong(), to.getAsLong() - from.getAsLong());
      steps = steps == null ? own : steps;
      if (own.width != steps.width || Math.floorMod(own.first - steps.first, steps.width) != 0) {
        return Optional.empty();
      }
    }
    return Optional.ofNullable(steps);
  }

  /**
   * Returns the units up to a value; empty if it is not a value of the scale.
   *
   * @param exact whether only a value at the start of a unit has a number
   */
  private static OptionalLong number(Scale scale, String text, boolean exact) {
    try {
      if (scale == Scale.NUMBERS) {
        return OptionalLong.of(Long.parseLong(text));
      }
      if (text.endsWith(" BC")) {
        return OptionalLong.empty();
      }
      LocalDate day = LocalDate.parse(text.substring(0, Math.min(text.length(), DATE_LENGTH)));
      boolean starts = MIDNIGHT.matcher(text.substring(DATE_LENGTH)).matches();
      boolean days = scale == Scale.DAYS;
      if (exact && !(starts && (days || day.getDayOfMonth() == 1))) {
        return OptionalLong.empty();
      }
      return OptionalLong.of(
          days
              ? day.toEpochDay()
              : day.getYear() * (long) MONTHS_OF_YEAR + day.getMonthValue() - 1);
    } catch (NumberFormatException | DateTimeException e) {
      return OptionalLong.empty();
    }
  }

  /** Returns the lower bound of the partition that takes a value; empty for an infinite one. */
  OptionalLong lower(String text) {
    OptionalLong number = text == null ? OptionalLong.empty() : number(scale, text, false);
    return number.isEmpty()
        ? number
        : OptionalLong.of(number.getAsLong() - Math.floorMod(number.getAsLong() - first, width));
  }

  /** Returns a bound's text. */
  String text(long bound) {
    return switch (scale) {
      case NUMBERS -> String.valueOf(bound);
      case DAYS -> LocalDate.ofEpochDay(bound).toString();
      case MONTHS -> month(bound).toString();
    };
  }

  private static LocalDate month(long bound) {
    return LocalDate.of(
        (int) Math.floorDiv(bound, MONTHS_OF_YEAR), Math.floorMod(bound, MONTHS_OF_YEAR) + 1, 1);
  }

  /** Returns the end of the name of the partition that begins at a bound, such as 202403. */
  String name(long bound) {
    String text = text(bound).replace("-", scale == Scale.NUMBERS ? "minus" : "");
    boolean years = scale == Scale.MONTHS && width % MONTHS_OF_YEAR == 0;
    int digits = years ? "2000".length() : "200001".length();
    return scale == Scale.MONTHS ? text.substring(0, digits) : text;
  }
}
