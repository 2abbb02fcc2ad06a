package io.loadpath.tables.describe;

/**
 * What divides text into rows and fields, apart from line ends.
 *
 * @param delimiter one ASCII character
 * @param quote one ASCII character, or null
 * @param escape one ASCII character, often the quote, or null
 */
record Separators(char delimiter, Character quote, Character escape) {
  private static final int NEVER = 256;

  /** The same with other quotes, and the usual escape in them. */
  Separators withQuote(Character other) {
    return new Separators(delimiter, other, other);
  }

  Separators withEscape(Character other) {
    return new Separators(delimiter, quote, other);
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
