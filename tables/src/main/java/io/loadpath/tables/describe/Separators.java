package io.loadpath.tables.describe;

/**
 * The characters that divide text into rows and fields, except line ends.
 *
 * @param delimiter one ASCII character
 * @param quote one ASCII character, or null
 * @param escape one ASCII character, often the quote, or null
 */
record Separators(char delimiter, Character quote, Character escape) {
  /** No text has this character. */
  static final int NONE = -2;

  /** The same separators with other quotes and their usual escape. */
  Separators withQuote(Character other) {
    return new Separators(delimiter, other, other);
  }

  Separators withEscape(Character other) {
    return new Separators(delimiter, quote, other);
  }

  int quoteOrNone() {
    return quote == null ? NONE : quote;
  }

  /** The escape where it is not the quote. */
  int escapeOrNone() {
    return escape == null || escape.equals(quote) ? NONE : escape;
  }
}
