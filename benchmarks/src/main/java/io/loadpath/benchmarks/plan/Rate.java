package io.loadpath.benchmarks.plan;

import io.loadpath.benchmarks.UsageException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Bytes per time as a user writes them: {@code 1TiB/h}, {@code 2.5 TB/h}, {@code 300MiB/s}, {@code
 * 10Gbit/s}.
 *
 * @param text as it was written
 * @param binary whether the unit was a power of 1024, in which answers are then given too
 */
public record Rate(String text, double bytesPerSecond, boolean binary) {
  static final double BYTES_PER_MIB = 1 << 20;

  static final String EXAMPLES = "1TiB/h, 1.5TB/h, 300MiB/s, 0.3GB/s";

  private static final Pattern FORM =
      Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*(?:([kKMGTP])(i?))?(B|bit)/(s|min|h)");
  private static final String PREFIXES = "kMGTP";
  private static final Map<String, Integer> SECONDS = Map.of("s", 1, "min", 60, "h", 3600);
  private static final double LEAST = 1e3;
  private static final double MOST = 1e15;
  private static final double BITS_PER_BYTE = 8;

  /**
   * Reads {@code text}.
   *
   * @param option names the place of the text in messages
   * @throws UsageException with examples, if it is no rate
   */
  public static Rate parse(String text, String option) {
    return parse(text, option, EXAMPLES);
  }

  static Rate parse(String text, String option, String examples) {
    Matcher form = FORM.matcher(text.strip());
    if (!form.matches()) {
      throw new UsageException(
          "%s: '%s' is no rate; a number, a unit (B or bit, with k M G T P or Ki Mi Gi Ti Pi) and /s, /min or /h make one: %s"
              .formatted(option, text, examples));
    }
    boolean binary = "i".equals(form.group(3));
    int power = form.group(2) == null ? 0 : PREFIXES.indexOf(form.group(2).replace('K', 'k')) + 1;
    double bytes =
        Double.parseDouble(form.group(1))
            * Math.pow(binary ? 1024 : 1000, power)
            / (form.group(4).equals("bit") ? BITS_PER_BYTE : 1)
            / SECONDS.get(form.group(5));
    return new Rate(within(text, option, bytes, examples), bytes, binary);
  }

  /** Returns {@code text}, if what it means is from 1 kB/s to 1 PB/s. */
  static String within(String text, String option, double bytesPerSecond, String examples) {
    if (!(bytesPerSecond >= LEAST && bytesPerSecond <= MOST)) {
      throw new UsageException(
          "%s: '%s' is not from 1kB/s to 1PB/s; for example %s".formatted(option, text, examples));
    }
    return text.strip();
  }

  /** The unit that answers are given in: {@code MiB/s} or {@code MB/s}. */
  public String unit() {
    return binary ? "MiB/s" : "MB/s";
  }

  /** The number of this rate's units in {@code bytesPerSecond}. */
  public double in(double bytesPerSecond) {
    return bytesPerSecond / (binary ? BYTES_PER_MIB : 1e6);
  }
}
