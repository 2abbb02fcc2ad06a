package io.loadpath.benchmarks.suite;

import io.loadpath.tables.yaml.NearestName;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The values that a parameter may have, as a {@code path.yaml} lists them: words and numbers,
 * ranges ({@code 1..9999}), and the word {@value #CORES}.
 */
public record AllowedValues(List<String> written) {
  /** Means the number of cores. */
  public static final String CORES = "cores";

  /** In a suite, means 1, 2, 4 and so on, up to twice the number of cores. */
  public static final String POWERS_OF_TWO = "powers-of-two";

  /**
   * Whole numbers with a unit or without one: {@code 1..9999} or {@code 1..999999MB/s}.
   *
   * @param unit follows each number; may be empty
   */
  private record Range(long first, long last, String unit) {
    private static final String NUMBER = "(0|[1-9][0-9]{0,17})";
    private static final Pattern FORM =
        Pattern.compile(NUMBER + "\\.\\." + NUMBER + "([A-Za-z/]*)");
    private static final Pattern VALUE = Pattern.compile(NUMBER + "([A-Za-z/]*)");

    static Optional<Range> of(String text) {
      if (!text.contains("..")) {
        return Optional.empty();
      }
      Matcher form = FORM.matcher(text);
      Checks.check(form.matches(), "'%s' is not a range such as 1..9999 or 1..100MB/s", text);
      Range range =
          new Range(Long.parseLong(form.group(1)), Long.parseLong(form.group(2)), form.group(3));
      Checks.check(
          range.first < range.last, "'%s' must go from a smaller to a larger number", text);
      return Optional.of(range);
    }

    boolean holds(String value) {
      Matcher number = VALUE.matcher(value);
      return number.matches()
          && number.group(2).equals(unit)
          && nearest(Long.parseLong(number.group(1))) == Long.parseLong(number.group(1));
    }

    long nearest(long number) {
      return Math.max(first, Math.min(last, number));
    }
  }

  public AllowedValues {
    written = List.copyOf(written);
    Checks.check(
        counts(written).isPresent() || !written.contains(CORES),
        "'%s' also needs a range of numbers, such as 1..9999",
        CORES);
    Checks.check(
        !written.contains(POWERS_OF_TWO),
        "'%s' is for suites only; give a range such as 1..9999",
        POWERS_OF_TWO);
  }

  /** Returns the first value, or the first number of a range. */
  String defaultValue() {
    String first = written.get(0);
    return Range.of(first).map(range -> range.first() + range.unit()).orElse(first);
  }

  /**
   * Returns a value that is not {@value #CORES} and not a number from 1 to {@code most}, if any.
   */
  Optional<String> notACount(long most) {
    Range counts = new Range(1, most, "");
    return written.stream()
        .filter(value -> !value.equals(CORES))
        .filter(
            value ->
                !Range.of(value)
                    .map(r -> Stream.of(r.first() + r.unit(), r.last() + r.unit()))
                    .orElse(Stream.of(value))
                    .allMatch(counts::holds))
        .findFirst();
  }

  /** Whether a suite or a user may give this value. */
  public boolean allows(String value) {
    return words().anyMatch(value::equals)
        || ranges(written).anyMatch(range -> range.holds(value))
        || (value.equals(POWERS_OF_TWO) && counts(written).isPresent());
  }

  /**
   * Returns the values that one means on a machine with {@code cores}: for {@value #CORES} and
   * {@value #POWERS_OF_TWO} the nearest numbers of the range, otherwise itself.
   */
  public List<String> expand(String value, int cores) {
    LongStream wanted =
        switch (value) {
          case CORES -> LongStream.of(cores);
          case POWERS_OF_TWO -> LongStream.iterate(1, n -> n <= 2L * cores, n -> 2 * n);
          default -> LongStream.empty();
        };
    List<String> numbers =
        counts(written)
            .map(range -> wanted.map(range::nearest).distinct().mapToObj(Long::toString).toList())
            .orElse(List.of());
    return numbers.isEmpty() ? List.of(value) : numbers;
  }

  /** Returns the smallest allowed number from {@code wanted} on; if there is none, the largest. */
  public int enough(long wanted) {
    long[] numbers =
        Stream.concat(
                ranges(written).map(range -> range.nearest(wanted)),
                words().filter(word -> word.matches("[0-9]+")).map(Long::valueOf))
            .mapToLong(Long::longValue)
            .sorted()
            .toArray();
    long largest = numbers[numbers.length - 1];
    return (int) LongStream.of(numbers).filter(n -> n >= wanted).findFirst().orElse(largest);
  }

  /**
   * Returns the allowed values and the nearest one, as the end of a message about {@code value}.
   */
  public String hint(String value) {
    List<String> words = words().toList();
    boolean mistyped = !Character.isDigit(value.isEmpty() ? ' ' : value.charAt(0));
    String nearest = mistyped ? NearestName.suggestion(value, words) : "";
    return "%s (allowed: %s)".formatted(nearest, String.join(", ", written));
  }

  private Stream<String> words() {
    return written.stream().filter(value -> Range.of(value).isEmpty());
  }

  private static Stream<Range> ranges(List<String> values) {
    return values.stream().flatMap(value -> Range.of(value).stream());
  }

  private static Optional<Range> counts(List<String> values) {
    return ranges(values).filter(range -> range.unit().isEmpty()).findFirst();
  }
}
