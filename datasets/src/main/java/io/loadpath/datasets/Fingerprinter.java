package io.loadpath.datasets;

import io.loadpath.rows.Column;
import io.loadpath.rows.Kind;
import io.loadpath.rows.parser.MalformedRowException;
import io.loadpath.rows.parser.RowParser;
import io.loadpath.tables.Table;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Adds up the {@link Fingerprint} of rows. For one thread; {@link Fingerprint#plus} adds the
 * results of several.
 */
public final class Fingerprinter {

  private final Table table;
  private final RowParser parser;
  private final TextHash hash = new TextHash();
  private final TextHash.Cache[] caches;
  private final long[] sums;
  private final DoubleSum.Adder[] doubles;
  private long rowSum;
  private long rows;

  /** For rows in the table's format. */
  public Fingerprinter(Table table) {
    this(table, new RowParser(table.columns(), table.format(), false));
  }

  Fingerprinter(Table table, RowParser parser) {
    this.table = table;
    this.parser = parser;
    sums = new long[parser.ends().length];
    caches = new TextHash.Cache[parser.ends().length];
    Arrays.setAll(caches, i -> hash.new Cache());
    doubles = new DoubleSum.Adder[parser.doubles().length];
    Arrays.setAll(doubles, i -> new DoubleSum.Adder());
  }

  /**
   * Adds rows of a file, without a header line.
   *
   * @return the number of rows
   * @throws MalformedRowException at the first row that does not fit the table; the rows before it
   *     are added
   */
  public long addLines(byte[] text, int from, int to) throws MalformedRowException {
    long before = rows;
    long lines = 0;
    int at = from;
    while (at < to) {
      try {
        at = parser.parse(text, at, to, true);
      } catch (MalformedRowException e) {
        throw e.after(lines);
      }
      lines += parser.lines();
      addParsedRow();
    }
    return rows - before;
  }

  /** The fingerprint of all rows so far. */
  public Fingerprint result() {
    Map<String, Long> digests = new LinkedHashMap<>();
    Map<String, DoubleSum> numbers = new LinkedHashMap<>();
    for (Column column : table.columns()) {
      if (column.type().kind() == Kind.DOUBLE) {
        numbers.put(column.name(), doubles[numbers.size()].result());
      } else {
        digests.put(column.name(), sums[digests.size()]);
      }
    }
    return new Fingerprint(rows, rowSum, digests, numbers);
  }

  /** Adds the row that the parser holds. */
  void addParsedRow() {
    byte[] row = parser.row();
    int[] ends = parser.ends();
    int from = 0;
    for (int i = 0; i < ends.length; i++) {
      sums[i] += caches[i].of(row, from, ends[i]);
      from = ends[i] + 1;
    }
    rowSum += hash.of(row, 0, Math.max(0, from - 1));
    for (int i = 0; i < doubles.length; i++) {
      if (!parser.doubleIsNull()[i]) {
        doubles[i].add(parser.doubles()[i] + 0.0); // -0.0 + 0.0 is 0.0
      }
    }
    rows++;
  }
}
