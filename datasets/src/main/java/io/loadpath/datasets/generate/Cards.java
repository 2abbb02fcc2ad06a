package io.loadpath.datasets.generate;

/** The cards of {@link CardTransactions}: a number and a type for each. */
final class Cards {

  private static final int CARDS = 1 << 24;

  private static final byte[][] TYPES = {
    CardTransactions.ascii("|VISA|"),
    CardTransactions.ascii("|MASTERCARD|"),
    CardTransactions.ascii("|AMEX|"),
    CardTransactions.ascii("|DISCOVER|")
  };
  private static final byte[] NO_TYPE = CardTransactions.ascii("||");
  private static final byte[][] VISA = prefixes("4");
  private static final byte[][] MASTERCARD = prefixes("51", "52", "53", "54", "55");
  private static final byte[][] AMEX = prefixes("34", "37");
  private static final byte[][] DISCOVER =
      prefixes("6011", "644", "645", "646", "647", "648", "649", "65", "65");
  private static final byte[][][] PREFIXES = {VISA, MASTERCARD, AMEX, DISCOVER};
  private static final int[] DIGITS = {16, 16, 15, 16};
  private static final WeightedTable TYPE_OF_BITS = new WeightedTable(new long[] {72, 14, 8, 6});

  private final long stream;

  Cards(long seed) {
    stream = SplitMix.stream(seed, 1);
  }

  private static byte[][] prefixes(String... prefixes) {
    byte[][] bytes = new byte[prefixes.length][];
    for (int i = 0; i < prefixes.length; i++) {
      bytes[i] = CardTransactions.ascii(prefixes[i]);
    }
    return bytes;
  }

  /** Puts the number and the type, which may be empty, with a delimiter after each. */
  void put(TextBuffer text, long bits, boolean typeKnown) {
    long card = SplitMix.at(stream, bits & (CARDS - 1));
    int type = TYPE_OF_BITS.pick(card);
    byte[][] prefixes = PREFIXES[type];
    byte[] prefix = prefixes[(int) ((card >>> 16 & 0xFF) % prefixes.length)];
    int start = text.length;
    text.put(prefix);
    text.putDigits(card >>> 1, DIGITS[type] - prefix.length - 1);
    int wrongBy = 1 + (int) ((card >>> 24 & 0xFF) % 9);
    text.put((char) ('0' + (luhnCheckDigit(text.bytes, start, text.length) + wrongBy) % 10));
    text.put(typeKnown ? TYPES[type] : NO_TYPE);
  }

  /** The digit that would make the number pass the Luhn check. */
  private static int luhnCheckDigit(byte[] digits, int from, int to) {
    int sum = 0;
    for (int i = to - 1; i >= from; i -= 2) {
      int doubled = 2 * (digits[i] - '0');
      sum += doubled > 9 ? doubled - 9 : doubled;
    }
    for (int i = to - 2; i >= from; i -= 2) {
      sum += digits[i] - '0';
    }
    return (10 - sum % 10) % 10;
  }
}
