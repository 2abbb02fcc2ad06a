package io.loadpath.datasets;

import io.loadpath.datasets.table.Column;
import io.loadpath.datasets.table.Table;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Adds up the {@link Fingerprint} of rows. For one thread; the results of several are added with
 * {@link Fingerprint#plus}.
 */
public final class Fingerprinter {

  private static final byte DELIMITER = '|';
  private static final byte NEWLINE = '\n';
  private static final int SPARE_BYTES = CanonicalText.MAX_GROWTH + 1 + Long.BYTES;

  private final Table table;
  private final Column[] columns;
  private final TextHash hash = new TextHash();
  private final HashCache[] caches;
  private final long[] sums;
  private long rowSum;
  private long rows;

  /** The canonical texts of the current row, joined with '|', and where each of them ends. */
  private byte[] row = new byte[512];

  private final int[] ends;

  public Fingerprinter(Table table) {
    this.table = table;
    columns = table.columns().toArray(new Column[0]);
    sums = new long[columns.length];
    ends = new int[columns.length];
    caches = new HashCache[columns.length];
    Arrays.setAll(caches, i -> new HashCache(hash));
  }

  /**
   * Adds rows as files hold them: lines of fields with '|' between them; a '|' after the last field
   * is optional. An empty field and {@code \N} are NULL.
   *
   * @return the number of rows
   * @throws MalformedRowException at the first row that does not fit the table; the rows before it
   *     are added
   */
  public long addLines(byte[] text, int from, int to) throws MalformedRowException {
    long before = rows;
    int at = from;
    while (at < to) {
      at = addLine(text, at, to, rows - before);
    }
    return rows - before;
  }

  /** Adds one row of values in canonical text; null is NULL. */
  public void addRow(List<String> values) {
    if (values.size() != columns.length) {
      throw new IllegalArgumentException(
          table.name() + " has " + columns.length + " columns, but got " + values.size());
    }
    int end = 0;
    for (int i = 0; i < columns.length; i++) {
      String value = values.get(i) == null ? "\\N" : values.get(i);
      byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
      reserve(end + bytes.length);
      System.arraycopy(bytes, 0, row, end, bytes.length);
      end = endField(i, end + bytes.length);
    }
    addParsedRow();
  }

  /** The fingerprint of all rows so far. */
  public Fingerprint result() {
    Map<String, Long> digests = new LinkedHashMap<>();
    for (int i = 0; i < columns.length; i++) {
      digests.put(columns[i].name(), sums[i]);
    }
    return new Fingerprint(rows, rowSum, digests);
  }

  /** Adds the line at {@code from} and returns where the next one starts. */
  private int addLine(byte[] text, int from, int to, long rowIndex) throws MalformedRowException {
    int end = 0;
    int fieldStart = from;
    for (int i = 0; i < columns.length; i++) {
      if (fieldStart > to || (i > 0 && text[fieldStart - 1] != DELIMITER)) {
        throw new MalformedRowException(
            rowIndex,
            columns[i].name(),
            "is missing, the row has " + i + " of " + columns.length + " fields");
      }
      int fieldEnd = endOfField(text, fieldStart, to);
      reserve(end + fieldEnd - fieldStart);
      end = CanonicalText.append(columns[i], text, fieldStart, fieldEnd, row, end);
      if (end < 0) {
        String problem = CanonicalText.problem(columns[i], text, fieldStart, fieldEnd);
        throw new MalformedRowException(rowIndex, columns[i].name(), problem);
      }
      end = endField(i, end);
      fieldStart = fieldEnd + 1;
    }
    int next = endOfLine(text, fieldStart, to, rowIndex);
    addParsedRow();
    return next;
  }

  private static int endOfField(byte[] text, int from, int to) {
    int at = from;
    while (at < to && text[at] != DELIMITER && text[at] != NEWLINE) {
      at++;
    }
    return at;
  }

  /** Checks that nothing but the trailing delimiter follows the last field. */
  private int endOfLine(byte[] text, int afterLastField, int to, long rowIndex)
      throws MalformedRowException {
    if (afterLastField > to || text[afterLastField - 1] == NEWLINE || afterLastField == to) {
      return afterLastField;
    }
    if (text[afterLastField] != NEWLINE) {
      throw new MalformedRowException(
          rowIndex,
          columns[columns.length - 1].name(),
          "is not the last, the row has more than " + columns.length + " fields");
    }
    return afterLastField + 1;
  }

  /** Records the end of the field in the canonical row, and returns the start of the next one. */
  private int endField(int column, int end) {
    ends[column] = end;
    row[end] = DELIMITER;
    return end + 1;
  }

  /** Makes room for a field that ends near {@code end}, and for reading a little past it. */
  private void reserve(int end) {
    if (end + SPARE_BYTES > row.length) {
      row = Arrays.copyOf(row, 2 * (end + SPARE_BYTES));
    }
  }

  private void addParsedRow() {
    int from = 0;
    for (int i = 0; i < columns.length; i++) {
      sums[i] += caches[i].of(row, from, ends[i]);
      from = ends[i] + 1;
    }
    rowSum += hash.of(row, 0, ends[columns.length - 1]);
    rows++;
  }
}
