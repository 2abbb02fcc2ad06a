package io.loadpath.benchmarks.describe;

import java.util.List;
import java.util.function.LongFunction;

/**
 * What was found in a sample, before it is decided what it means.
 *
 * @param columns what all their fields look like
 * @param firstRow the very first row
 * @param headerSniffed whether DuckDB takes it for a header
 * @param places names the place of a field by the number that a look has
 */
record Findings(
    Sample sample,
    Encoding encoding,
    DialectSearch.Found dialect,
    List<ColumnLooks> columns,
    List<String> firstRow,
    boolean headerSniffed,
    LongFunction<Place> places) {

  Layout layout() {
    return dialect.layout();
  }
}
