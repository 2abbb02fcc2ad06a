package io.loadpath.mapreduce.q1;

import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;

/** Q1's configuration keys and their values. */
record Q1Options(int deltaDays, Aggregation aggregation, long rejectLimit) {
  static final String PREFIX = "loadpath.q1.";

  /**
   * Days, 0 to {@value #MAX_DELTA_DAYS}, default {@value #DEFAULT_DELTA_DAYS} (the 2012 study used
   * 112): rows with l_shipdate &lt;= 1998-12-01 minus this many days are summed.
   */
  static final String DELTA_DAYS = PREFIX + "delta-days";

  static final int DEFAULT_DELTA_DAYS = 90;

  /** A larger value reaches back past 1992-01-02, the first l_shipdate of TPC-H data. */
  static final int MAX_DELTA_DAYS = 2556;

  /** The place where the textbook job sums the rows of a map task; default combiner. */
  static final String AGGREGATION = PREFIX + "aggregation";

  /**
   * Malformed rows that the whole job may leave out of the answer; default 0. They are counted and
   * kept in {@code _malformed-m-*} in the output folder. One more fails the job.
   */
  static final String REJECT_LIMIT = PREFIX + "reject-limit";

  private static final String OLD_REJECT_LIMIT = PREFIX + "max-malformed";

  private static final LocalDate LAST_SHIP_DATE = LocalDate.of(1998, 12, 1);
  private static final Set<String> KEYS =
      new TreeSet<>(Set.of(DELTA_DAYS, AGGREGATION, REJECT_LIMIT));

  /** A wrong command line or configuration key: exit code 2. */
  static final class UsageException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
      super(message);
    }
  }

  /** The place where the textbook job sums the rows of a map task. */
  enum Aggregation {
    /** By a combiner over the sorted map output: one record per row leaves the mapper. */
    COMBINER,
    /** In the mapper's memory: one record per group and task leaves it. */
    IN_MAPPER,
    /** Only in the reducer: every row is shuffled. */
    NONE;

    /** Returns the value's word in the configuration. */
    String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * Reads the keys above.
   *
   * @throws UsageException if a value is out of range, or a key with Q1's prefix is unknown
   */
  static Q1Options from(Configuration conf) {
    if (conf.get(OLD_REJECT_LIMIT) != null) {
      throw new UsageException("%s is called %s now".formatted(OLD_REJECT_LIMIT, REJECT_LIMIT));
    }
    for (String name : conf.getPropsWithPrefix(PREFIX).keySet()) {
      if (!KEYS.contains(PREFIX + name)) {
        throw new UsageException(
            "unknown key %s%s; the known keys are %s"
                .formatted(PREFIX, name, String.join(", ", KEYS)));
      }
    }
    return new Q1Options(
        (int) number(conf, DELTA_DAYS, DEFAULT_DELTA_DAYS, MAX_DELTA_DAYS),
        aggregation(conf),
        number(conf, REJECT_LIMIT, 0, Long.MAX_VALUE));
  }

  /** Returns the last day that is summed. */
  LocalDate lastShipDay() {
    return LAST_SHIP_DATE.minusDays(deltaDays);
  }

  private static long number(Configuration conf, String key, long defaultValue, long max) {
    String text = conf.getTrimmed(key, Long.toString(defaultValue));
    String range = max == Long.MAX_VALUE ? "0 or more" : "0 to " + max;
    try {
      long value = Long.parseLong(text);
      if (value >= 0 && value <= max) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw wrongValue(key, text, "a whole number, " + range);
    }
    throw wrongValue(key, text, range);
  }

  private static Aggregation aggregation(Configuration conf) {
    String text = conf.getTrimmed(AGGREGATION, Aggregation.COMBINER.word());
    List<Aggregation> all = List.of(Aggregation.values());
    String words = all.stream().map(Aggregation::word).collect(Collectors.joining(", "));
    return all.stream()
        .filter(value -> value.word().equals(text))
        .findFirst()
        .orElseThrow(() -> wrongValue(AGGREGATION, text, "one of " + words));
  }

  private static UsageException wrongValue(String key, String value, String allowed) {
    return new UsageException("%s=%s: must be %s".formatted(key, value, allowed));
  }
}
