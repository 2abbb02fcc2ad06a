package io.loadpath.benchmarks.suite;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A time as people write it, in suites and options: {@code 90s}, {@code 3m}, {@code 1h}. */
public final class TimeSpan {
  private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,4})([smh])");

  private TimeSpan() {}

  /**
   * Returns the time that {@code text} says, from a second to 99999 hours.
   *
   * @param name of the key or option, which begins the message
   * @throws IllegalArgumentException naming the text and the form if it is of another form
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
