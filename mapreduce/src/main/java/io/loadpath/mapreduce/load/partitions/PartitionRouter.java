package io.loadpath.mapreduce.load.partitions;

import io.loadpath.mapreduce.load.LoadRouter;
import io.loadpath.mapreduce.load.Tuple;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.Bound;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.KeyColumn;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.Leaf;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.Level;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.Part;
import io.loadpath.rows.FieldException;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the leaf that takes a row, as the server does. Makes no object for a row. Not thread-safe.
 */
public final class PartitionRouter implements LoadRouter {
  private static final long serialVersionUID = 1;

  private final Part root;
  private byte[] key = new byte[64];

  public PartitionRouter(TargetPartitions partitions) {
    root = partitions.root();
  }

  @Override
  public int partition(Tuple row) {
    Part part = root;
    while (part instanceof Level level) {
      part = part(level, row);
    }
    return part instanceof Leaf leaf ? leaf.number() : NONE;
  }

  /** Returns the level of which no part takes the row, if no leaf does. */
  public Level levelWithout(Tuple row) {
    Level last = null;
    Part part = root;
    while (part instanceof Level level) {
      last = level;
      part = part(level, row);
    }
    return last;
  }

  /**
   * Returns whether no part of a level of one column takes a key. False if the column cannot have
   * it: its rows are malformed.
   *
   * @param text in the form of COPY
   */
  public boolean isMissing(Level level, String text) {
    try {
      key = level.columns().get(0).type().keyOf(text);
    } catch (FieldException e) {
      return false;
    }
    return part(level, key.length) == null;
  }

  /** Returns the part of a level that takes the row; null if none does. */
  private Part part(Level level, Tuple row) {
    int end = 0;
    List<KeyColumn> columns = level.columns();
    for (int i = 0; i < columns.size(); i++) {
      KeyColumn column = columns.get(i);
      int length = row.length(column.index());
      if (length < 0 && level.range()) {
        return level.defaultPart();
      }
      int most = end + column.type().mostBytes(Math.max(0, length));
      if (most > key.length) {
        key = Arrays.copyOf(key, 2 * most);
      }
      end = column.type().put(row.bytes(), row.start(column.index()), length, key, end);
    }
    return part(level, end);
  }

  private Part part(Level level, int keyBytes) {
    Bound bound = last(level.bounds(), keyBytes);
    return bound != null && compare(keyBytes, bound.end()) < 0 ? bound.part() : level.defaultPart();
  }

  /** Returns the last bound that does not begin after the key; null if all do. */
  private Bound last(List<Bound> bounds, int keyBytes) {
    int low = 0;
    int high = bounds.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (compare(keyBytes, bounds.get(middle).first()) < 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low == 0 ? null : bounds.get(low - 1);
  }

  private int compare(int keyBytes, byte[] bound) {
    return Arrays.compareUnsigned(key, 0, keyBytes, bound, 0, bound.length);
  }
}
