package io.loadpath.benchmarks.plan;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rate of network or disk: {@code 2x1GbE}, or bytes per time.
 *
 * <p>A GbE link counts as the 115 MiB/s of the study of 2010: 96.5 % of the line rate of 125 MB/s.
 * TCP over frames of 1,500 bytes carries 1,448 of each 1,538 bytes on the wire, 94.1 %, and over
 * jumbo frames of 9,000 bytes 8,948 of 9,038, 99.0 %; so the study's figure needs jumbo frames, and
 * if you measured your link, pass that rate.
 *
 * @param text as it was written
 * @param note how the bytes follow from the text; empty for a rate
 */
public record Ingest(String text, double bytesPerSecond, String note) {
  private static final double USABLE_PER_GBE = 115 * Rate.BYTES_PER_MIB;

  static final String EXAMPLES = "2x1GbE, 10GbE, 230MiB/s, 1.2GB/s, 10Gbit/s";

  private static final Pattern LINKS =
      Pattern.compile(
          "(?:(\\d{1,4})\\s*[x×]\\s*)?(\\d+(?:\\.\\d+)?)\\s*GbE", Pattern.CASE_INSENSITIVE);

  /**
   * Reads {@code text}.
   *
   * @param option names the place of the text in messages
   */
  public static Ingest parse(String text, String option) {
    Matcher links = LINKS.matcher(text.strip());
    if (!links.matches()) {
      Rate rate = Rate.parse(text, option, EXAMPLES);
      return new Ingest(rate.text(), rate.bytesPerSecond(), "");
    }
    double count = links.group(1) == null ? 1 : Double.parseDouble(links.group(1));
    double bytes = count * Double.parseDouble(links.group(2)) * USABLE_PER_GBE;
    return new Ingest(
        Rate.within(text, option, bytes, EXAMPLES),
        bytes,
        "115 MiB/s for each Gbit/s, as the study counts: 96.5 % of the line rate; TCP in frames of"
            + " 1500 bytes carries 94.1 %, in jumbo frames 99.0 %");
  }
}
