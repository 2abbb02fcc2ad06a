package io.loadpath.tables.describe;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Finds the separators of a sample: those that cut its rows most evenly. */
record LayoutSearch(FileSample sample) {
  /** Delimiters that are rare in texts come first. */
  private static final List<Character> DELIMITERS = List.of('\u0001', '\t', ',', ';', '|');

  private static final char USUAL_DELIMITER = ',';
  private static final char QUOTE = '"';
  private static final char OTHER_QUOTE = '\'';
  private static final int HEAD_BYTES = 1 << 20;

  /** Share of the rows that must be even where a delimiter divides them. */
  private static final double MOST_ROWS = 0.9;

  /**
   * What was found.
   *
   * @param quoteGuessed whether no field has quotes, but not all were read
   * @param refused the rows as quotes would divide them, where some fields begin with one but more
   *     rows fit without; otherwise null
   */
  record Found(Layout layout, boolean quoteGuessed, Layout refused) {
    Found(Layout layout, boolean quoteGuessed) {
      this(layout, quoteGuessed, null);
    }
  }

  Found find() {
    Separators plain = new Separators(delimiter(), null, null);
    Layout quotes = Layout.of(sample, plain.withQuote(QUOTE));
    if (quotes.quotedFields == 0) {
      Layout others = Layout.of(sample, plain.withQuote(OTHER_QUOTE));
      if (others.fit() == 1 && 2 * others.quotedFields > others.rows) { // excludes apostrophes
        quotes = others;
      }
    }
    if (quotes.quotedFields == 0) {
      boolean unsure = quotes.badQuotes == 0 && !sample.whole();
      if (unsure && (plain.delimiter() == ',' || plain.delimiter() == ';')) {
        return new Found(quotes, true);
      }
      return new Found(best(plain), unsure);
    }
    Layout quoted = best(quotes.separators);
    if (quoted.fit() < 1 && Layout.of(sample, plain).fit() > quoted.fit()) {
      return new Found(best(plain), false, quoted);
    }
    return new Found(quoted, false);
  }

  /** The usual escape, unless rows are more even with a backslash. */
  private Layout best(Separators usual) {
    Layout layout = Layout.of(sample, usual);
    if (layout.fit() == 1) {
      return layout;
    }
    Layout escaped = Layout.of(sample, usual.withEscape('\\'));
    return escaped.fit() > layout.fit() ? escaped : layout;
  }

  /** The delimiter that makes the most even rows; of several, the one that makes most fields. */
  private char delimiter() {
    FileSample head = sample.head(HEAD_BYTES);
    return candidates().stream()
        .map(separators -> Layout.of(head, separators))
        .filter(layout -> layout.fields() > 1 && layout.fit() > MOST_ROWS)
        .max(Comparator.comparingDouble(Layout::fit).thenComparingInt(Layout::fields))
        .map(layout -> layout.separators.delimiter())
        .orElse(USUAL_DELIMITER);
  }

  private static List<Separators> candidates() {
    List<Separators> all = new ArrayList<>();
    for (char delimiter : DELIMITERS) {
      Separators plain = new Separators(delimiter, null, null);
      all.add(plain.withQuote(QUOTE));
      all.add(plain.withQuote(QUOTE).withEscape('\\'));
      all.add(plain.withQuote(OTHER_QUOTE));
      all.add(plain);
      all.add(plain.withEscape('\\'));
    }
    return all;
  }
}
