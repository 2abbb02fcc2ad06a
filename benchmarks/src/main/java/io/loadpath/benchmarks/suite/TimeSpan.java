package io.loadpath.benchmarks.suite;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A time in suites and options: {@code 90s}, {@code 3m}, {@code 1h}. */
public final class TimeSpan {
  private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,4})([smh])");

  private TimeSpan() {}

  /**
   * Parses a time from 1 second to 99999 hours.
   *
   * @param name the name of the key or option, for the message
   * @throws IllegalArgumentException if the text has another form
   */
  public static Duration parse(String name, String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "%s: '%s' is not a time such as 90s, 3m or 1h".formatted(name, text));
    }
    return Duration.parse("PT" + form.group(1) + form.group(2));
  }

  /** Returns {@code seconds} in the largest unit that needs no fraction. */
  public static String text(long seconds) {
    Duration time = Duration.ofSeconds(seconds);
    if (time.toSecondsPart() != 0) {
      return seconds + "s";
    }
    return time.toMinutesPart() != 0 ? time.toMinutes() + "m" : time.toHours() + "h";
  }
}
