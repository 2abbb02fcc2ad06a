package io.loadpath.datasets;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * Sums that a fingerprint has for a DOUBLE column in place of a digest. Engines write the same
 * double in different ways, so values are compared, not texts. This check misses values swapped
 * between rows, the sign of infinity, and rounding that evens out over many rows.
 *
 * @param values number of values that are not NULL
 * @param nan number of NaN among them
 * @param infinities number of infinite ones among them
 * @param sum of the other values
 * @param magnitude sum of the other values' absolute values
 */
public record DoubleSum(long values, long nan, long infinities, double sum, double magnitude) {

  /** Maximum difference of two sums, as a share of the magnitude: engines add in any order. */
  public static final double TOLERANCE = 1e-9;

  /** The sums of no values. */
  public static final DoubleSum NONE = new DoubleSum(0, 0, 0, 0, 0);

  /**
   * Reads the JSON form.
   *
   * @param column its name, for messages
   * @throws IllegalArgumentException if it is not of that form
   */
  static DoubleSum fromJson(String column, JsonNode json) {
    return new DoubleSum(
        count(column, json, "values"),
        count(column, json, "nan"),
        count(column, json, "infinities"),
        number(column, json, "sum"),
        number(column, json, "magnitude"));
  }

  private static long count(String column, JsonNode json, String key) {
    if (!json.path(key).canConvertToLong()) {
      throw refused(column, json, key);
    }
    return json.path(key).longValue();
  }

  /** Reads a number that an engine may have written as a text, or as Infinity after an overflow. */
  private static double number(String column, JsonNode json, String key) {
    try {
      return Double.parseDouble(json.path(key).asText());
    } catch (NumberFormatException e) {
      throw refused(column, json, key);
    }
  }

  private static IllegalArgumentException refused(String column, JsonNode json, String key) {
    return new IllegalArgumentException(
        "not a fingerprint, \"%s\" of \"%s\" must be a number: %s".formatted(key, column, json));
  }

  /** The sums of both columns together. */
  public DoubleSum plus(DoubleSum other) {
    return new DoubleSum(
        values + other.values,
        nan + other.nan,
        infinities + other.infinities,
        sum + other.sum,
        magnitude + other.magnitude);
  }

  /** Describes the first difference from the expected values; empty if there is none. */
  Optional<String> differenceFrom(DoubleSum expected) {
    if (values != expected.values) {
      return Optional.of("%d values instead of %d".formatted(values, expected.values));
    }
    if (nan != expected.nan) {
      return Optional.of("%d times NaN instead of %d".formatted(nan, expected.nan));
    }
    if (infinities != expected.infinities) {
      return Optional.of(
          "%d times infinity instead of %d".formatted(infinities, expected.infinities));
    }
    // sums after an overflow show nothing
    boolean overflows = Double.isInfinite(expected.magnitude);
    double allowed = overflows ? 0 : TOLERANCE * expected.magnitude;
    if (!isNear(magnitude, expected.magnitude, allowed)) {
      return Optional.of(
          "absolute values add up to %s instead of %s".formatted(magnitude, expected.magnitude));
    }
    if (!overflows && !isNear(sum, expected.sum, allowed)) {
      return Optional.of("values add up to %s instead of %s".formatted(sum, expected.sum));
    }
    return Optional.empty();
  }

  private static boolean isNear(double number, double expected, double allowed) {
    return number == expected || Math.abs(number - expected) <= allowed;
  }

  /** Adds up values; for one thread. */
  static final class Adder {
    private long values;
    private long nan;
    private long infinities;
    private double sum;
    private double magnitude;

    void add(double value) {
      values++;
      if (Double.isNaN(value)) {
        nan++;
      } else if (Double.isInfinite(value)) {
        infinities++;
      } else {
        sum += value;
        magnitude += Math.abs(value);
      }
    }

    DoubleSum result() {
      return new DoubleSum(values, nan, infinities, sum, magnitude);
    }
  }
}
