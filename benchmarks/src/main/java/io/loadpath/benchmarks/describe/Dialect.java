package io.loadpath.benchmarks.describe;

/**
 * What divides text into rows and fields.
 *
 * @param delimiter one ASCII character
 * @param quote one ASCII character, or null
 * @param escape one ASCII character, often the quote, or null
 */
record Dialect(char delimiter, Character quote, Character escape) {
  private static final int NEVER = 256;

  Dialect withDelimiter(char other) {
    return new Dialect(other, quote, escape);
  }

  /** The same with other quotes, and the usual escape in them. */
  Dialect withQuote(Character other) {
    return new Dialect(delimiter, other, other);
  }

  Dialect withEscape(Character other) {
    return new Dialect(delimiter, quote, other);
  }

  /** The quote as a byte, or a number that no byte has. */
  int quoteByte() {
    return quote == null ? NEVER : quote;
  }

  /** The escape as a byte where it is not the quote, or a number that no byte has. */
  int escapeByte() {
    return escape == null || escape.equals(quote) ? NEVER : escape;
  }
}
