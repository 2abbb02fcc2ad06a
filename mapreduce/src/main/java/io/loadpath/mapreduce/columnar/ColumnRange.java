package io.loadpath.mapreduce.columnar;

import io.loadpath.rows.ColumnType;
import java.util.Optional;

/**
 * The least and the greatest value of a column, which both occur in it.
 *
 * @param least a whole number, or days since 1970-01-01; greater than the greatest if all values
 *     are NULL
 */
public record ColumnRange(long least, long greatest) {
  public static final ColumnRange NONE = new ColumnRange(Long.MAX_VALUE, Long.MIN_VALUE);

  /** Returns whether there is a value that is not NULL. */
  public boolean hasValues() {
    return least <= greatest;
  }

  /** Returns the range of both; empty if one is not known. */
  public static Optional<ColumnRange> join(Optional<ColumnRange> one, Optional<ColumnRange> other) {
    return one.flatMap(
        a ->
            other.map(
                b ->
                    new ColumnRange(Math.min(a.least, b.least), Math.max(a.greatest, b.greatest))));
  }

  /** Returns a value in the form of COPY. */
  public static String text(long value, ColumnType type) {
    return type == ColumnType.DATE ? RowText.dateText(value) : Long.toString(value);
  }
}
