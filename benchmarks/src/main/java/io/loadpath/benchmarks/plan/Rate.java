package io.loadpath.benchmarks.plan;

import io.loadpath.benchmarks.UsageException;
import io.loadpath.benchmarks.statistics.Numbers;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Bytes per time as a user writes them: {@code 1TiB/h}, {@code 2.5 TB/h}, {@code 300MiB/s}, {@code
 * 10Gbit/s}.
 *
 * @param text the text as written
 * @param binary whether the unit is a power of 1024; answers then have such a unit too
 * @param note how the bytes follow from the text; empty if that is clear
 */
public record Rate(String text, double bytesPerSecond, boolean binary, String note) {
  static final double BYTES_PER_MIB = 1 << 20;

  private static final String EXAMPLES = "1TiB/h, 1.5TB/h, 300MiB/s, 0.3GB/s";
  private static final String INGEST_EXAMPLES = "2x1GbE, 10GbE, 230MiB/s, 1.2GB/s, 10Gbit/s";
  private static final Pattern FORM =
      Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*(?:([kKMGTP])(i?))?(B|bit)/(s|min|h)");
  private static final Pattern LINKS =
      Pattern.compile(
          "(?:(\\d{1,4})\\s*[x×]\\s*)?(\\d+(?:\\.\\d+)?)\\s*GbE", Pattern.CASE_INSENSITIVE);
  private static final String PREFIXES = "kMGTP";
  private static final Map<String, Integer> SECONDS = Map.of("s", 1, "min", 60, "h", 3600);
  private static final double LEAST = 1e3;
  private static final double MOST = 1e15;
  private static final double BITS_PER_BYTE = 8;
  private static final double USABLE_PER_GBE = 115 * BYTES_PER_MIB;

  /**
   * Parses a rate.
   *
   * @param option the option's name, for messages
   * @throws UsageException if it is not a rate; the message has examples
   */
  public static Rate parse(String text, String option) {
    return parse(text, option, EXAMPLES);
  }

  /**
   * Parses the rate of a network or disk, which may also be {@code 2x1GbE}.
   *
   * <p>A GbE link counts as the 115 MiB/s of the study of 2010: 96.5 % of the line rate of 125
   * MB/s. With frames of 1,500 bytes, TCP carries 1,448 of 1,538 bytes on the wire, 94.1 %. With
   * jumbo frames of 9,000 bytes, it carries 8,948 of 9,038 bytes, 99.0 %. So the study's figure
   * needs jumbo frames. If you measured your link, pass that rate.
   */
  public static Rate parseIngest(String text, String option) {
    Matcher links = LINKS.matcher(text.strip());
    if (!links.matches()) {
      return parse(text, option, INGEST_EXAMPLES);
    }
    double count = links.group(1) == null ? 1 : Double.parseDouble(links.group(1));
    double bytes = count * Double.parseDouble(links.group(2)) * USABLE_PER_GBE;
    return new Rate(
        within(text, option, bytes, INGEST_EXAMPLES),
        bytes,
        true,
        "115 MiB/s for each Gbit/s, as in the study: 96.5 % of the line rate; TCP carries 94.1 % with"
            + " frames of 1500 bytes, 99.0 % with jumbo frames");
  }

  private static Rate parse(String text, String option, String examples) {
    Matcher form = FORM.matcher(text.strip());
    if (!form.matches()) {
      throw new UsageException(
          "%s: '%s' is not a rate; write a number, a unit (B or bit, with k M G T P or Ki Mi Gi Ti Pi) and /s, /min or /h: %s"
              .formatted(option, text, examples));
    }
    boolean binary = "i".equals(form.group(3));
    int power = form.group(2) == null ? 0 : PREFIXES.indexOf(form.group(2).replace('K', 'k')) + 1;
    double bytes =
        Double.parseDouble(form.group(1))
            * Math.pow(binary ? 1024 : 1000, power)
            / (form.group(4).equals("bit") ? BITS_PER_BYTE : 1)
            / SECONDS.get(form.group(5));
    return new Rate(within(text, option, bytes, examples), bytes, binary, "");
  }

  /** Returns {@code text} if the rate is from 1 kB/s to 1 PB/s. */
  private static String within(String text, String option, double bytesPerSecond, String examples) {
    if (!(bytesPerSecond >= LEAST && bytesPerSecond <= MOST)) {
      throw new UsageException(
          "%s: '%s' is not from 1kB/s to 1PB/s; for example %s".formatted(option, text, examples));
    }
    return text.strip();
  }

  /** Returns the unit of answers: {@code MiB/s} or {@code MB/s}. */
  public String unit() {
    return binary ? "MiB/s" : "MB/s";
  }

  /** Returns the number in this rate's unit: {@code 139}. */
  public String digits(double bytesPerSecond) {
    return Numbers.threeDigits(units(bytesPerSecond));
  }

  /** Returns number and unit: {@code 139 MiB/s}. */
  public String rate(double bytesPerSecond) {
    return digits(bytesPerSecond) + " " + unit();
  }

  /** Returns {@code 138.7 MiB/s}, with one more digit, for calculations by hand. */
  public String exact(double bytesPerSecond) {
    double value = units(bytesPerSecond);
    return Numbers.fixed(value, Math.max(1, Numbers.decimals(value) + 1)) + " " + unit();
  }

  private double units(double bytesPerSecond) {
    return bytesPerSecond / (binary ? BYTES_PER_MIB : 1e6);
  }

  /** Converts seconds per byte to seconds per {@link #giga}. */
  public String perGiga(double secondsPerByte) {
    return Numbers.threeDigits(secondsPerByte * (binary ? 1 << 30 : 1e9));
  }

  /** Returns {@code GiB} or {@code GB}. */
  public String giga() {
    return binary ? "GiB" : "GB";
  }
}
