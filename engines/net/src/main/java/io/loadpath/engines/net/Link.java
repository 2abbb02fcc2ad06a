package io.loadpath.engines.net;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The link of one host, by its words such as {@code 1GbE+20ms}.
 *
 * @param words the words, as {@link #parse} takes them
 * @param bitsPerSecond the rate in each direction, counted in bytes of Ethernet frames with their
 *     header; 0 for no limit
 * @param roundTripNanos the added round trip, half of it in each direction
 * @param loss the share of frames that are lost in each direction, from 0 to 0.5
 */
public record Link(String words, long bitsPerSecond, long roundTripNanos, double loss) {
  /** The forms of a rate, for help. */
  public static final String RATES =
      "unlimited, 100Mbit, 1GbE, 2x1GbE, 10GbE or another NMbit, NGbit or NGbE";

  /** The forms of a link, for messages. */
  static final String FORMS = RATES + ", and after it +20ms (added round trip) or +1%loss or both";

  /** A link without limit, delay and loss. */
  public static final Link UNLIMITED = new Link("unlimited", 0, 0, 0);

  private static final Pattern WORDS =
      Pattern.compile(
          "(?:unlimited|(?:([1-9]\\d?)x)?(\\d{1,6}(?:\\.\\d+)?)(Mbit|Gbit|GbE))"
              + "(?:\\+(\\d{1,4}(?:\\.\\d+)?)ms)?(?:\\+(\\d{1,2}(?:\\.\\d+)?)%loss)?");

  private static final BigDecimal MBIT = BigDecimal.valueOf(1_000_000);
  private static final BigDecimal GBIT = BigDecimal.valueOf(1_000_000_000);
  private static final BigDecimal NANOS_PER_MILLI = BigDecimal.valueOf(1_000_000);
  private static final long MIN_BITS = 1_000_000;
  private static final long MAX_BITS = 100_000_000_000L;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final long MAX_ROUND_TRIP_NANOS = 1_000_000_000;
  private static final double MAX_LOSS = 0.5;

  /**
   * Reads the words of a link.
   *
   * @throws IllegalArgumentException if they are wrong; the message lists the forms. Also if more
   *     bytes would be on the way than the relay keeps, because it would lose them
   */
  public static Link parse(String words) {
    Matcher match = WORDS.matcher(words);
    if (!match.matches()) {
      throw new IllegalArgumentException("link '%s' is not one of: %s".formatted(words, FORMS));
    }
    long bits = 0;
    if (match.group(2) != null) {
      bits =
          new BigDecimal(match.group(2))
              .multiply(match.group(3).equals("Mbit") ? MBIT : GBIT)
              .multiply(new BigDecimal(match.group(1) == null ? "1" : match.group(1)))
              .longValue();
      require(words, "rate", "1Mbit to 100GbE", bits >= MIN_BITS && bits <= MAX_BITS);
    }
    long nanos = 0;
    if (match.group(4) != null) {
      nanos = new BigDecimal(match.group(4)).multiply(NANOS_PER_MILLI).longValue();
      require(words, "round trip", "0ms to 1000ms", nanos <= MAX_ROUND_TRIP_NANOS);
      requireQueue(words, bits / 8.0 * (nanos / 2.0 / NANOS_PER_SECOND));
    }
    double loss = match.group(5) == null ? 0 : Double.parseDouble(match.group(5)) / 100;
    require(words, "loss", "0% to 50%", loss <= MAX_LOSS);
    return new Link(words, bits, nanos, loss);
  }

  private static void require(String words, String what, String range, boolean inRange) {
    if (!inRange) {
      throw new IllegalArgumentException(
          "the %s of link '%s' is not in the range %s".formatted(what, words, range));
    }
  }

  private static void requireQueue(String words, double bytesOnTheWay) {
    if (bytesOnTheWay > PacketRing.RING_BYTES) {
      throw new IllegalArgumentException(
          "link '%s' has %.1f MB on the way in each direction, and its relay keeps %.1f MB: name a lower rate or a shorter round trip"
              .formatted(words, bytesOnTheWay / 1e6, PacketRing.RING_BYTES / 1e6));
    }
  }

  /** Whether a {@link Relay} must pass the frames on, because the link has delay or loss. */
  public boolean relayed() {
    return roundTripNanos > 0 || loss > 0;
  }

  /** Returns a link of the same rate, without delay and loss. */
  public Link rateOnly() {
    return new Link(words.split("\\+", 2)[0], bitsPerSecond, 0, 0);
  }

  @Override
  public String toString() {
    return words;
  }
}
