package io.loadpath.benchmarks.describe;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds the dialect of a sample: DuckDB's guess where all rows agree with it. DuckDB takes a file
 * with one ragged row for a single column, and sees no quote that comes late.
 */
record DialectSearch(Sample sample, Optional<Dialect> sniffed) {
  private static final List<Character> DELIMITERS = List.of(',', ';', '\t', '|', '\u0001');
  private static final Dialect USUAL = new Dialect(',', '"', '"');
  private static final int HEAD_BYTES = 1 << 20;
  private static final double MOST_ROWS = 0.9;

  /**
   * What was found.
   *
   * @param quoteGuessed whether no field has quotes, and not all were read
   * @param refused the rows as they would be with quotes, where some fields begin with one and more
   *     rows fit without; otherwise null
   */
  record Found(Layout layout, boolean quoteGuessed, Layout refused) {
    Found(Layout layout, boolean quoteGuessed) {
      this(layout, quoteGuessed, null);
    }
  }

  Found find() {
    char delimiter = delimiter();
    Dialect plain = new Dialect(delimiter, null, null);
    Character quote = sniffed.map(Dialect::quote).orElse('"');
    Layout quotes = Layout.of(sample, plain.withQuote(quote));
    if (quotes.quotedFields() == 0) {
      boolean unsure = quotes.badQuotes() == 0 && !sample.whole();
      if (unsure && (delimiter == ',' || delimiter == ';')) {
        return new Found(quotes, true);
      }
      return new Found(best(plain, plain.withEscape('\\')), unsure);
    }
    Layout quoted = best(quotes.dialect(), quotes.dialect().withEscape('\\'));
    if (quoted.fit() < 1 && Layout.of(sample, plain).fit() > quoted.fit()) {
      return new Found(best(plain, plain.withEscape('\\')), false, quoted);
    }
    return new Found(quoted, false);
  }

  /** The first one, unless the rows of the second one are more even. */
  private Layout best(Dialect usual, Dialect other) {
    Layout layout = Layout.of(sample, usual);
    if (layout.fit() == 1) {
      return layout;
    }
    Layout escaped = Layout.of(sample, other);
    return escaped.fit() > layout.fit() ? escaped : layout;
  }

  private char delimiter() {
    Sample head = sample.head(HEAD_BYTES);
    Dialect guess = sniffed.orElse(USUAL);
    Layout best = Layout.of(head, guess);
    if (best.fit() == 1 && best.fields() > 1) {
      return guess.delimiter();
    }
    double least = best.fields() > 1 ? best.fit() : MOST_ROWS;
    for (Dialect dialect : dialects()) {
      Layout layout = Layout.of(head, dialect);
      boolean better =
          layout.fit() > least || layout.fit() == least && layout.fields() > best.fields();
      if (layout.fields() > 1 && better) {
        best = layout;
        least = layout.fit();
      }
    }
    return best.dialect().delimiter();
  }

  private static List<Dialect> dialects() {
    List<Dialect> all = new ArrayList<>();
    for (char delimiter : DELIMITERS) {
      Dialect plain = new Dialect(delimiter, null, null);
      all.add(plain.withQuote('"'));
      all.add(plain.withQuote('"').withEscape('\\'));
      all.add(plain);
      all.add(plain.withEscape('\\'));
    }
    return all;
  }
}
