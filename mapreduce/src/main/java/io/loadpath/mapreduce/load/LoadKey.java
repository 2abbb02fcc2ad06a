package io.loadpath.mapreduce.load;

import io.loadpath.rows.SortKey;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.List;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.WritableComparator;

/**
 * Makes the keys of the shuffle: writer (2 bytes, unsigned), partition (2 bytes, unsigned), the
 * {@link SortKey} of each column of the order, the file's number (4 bytes) and the row's offset in
 * its text (8 bytes). Their bytes compare with memcmp. No two rows have the same key, so the order
 * does not depend on the mappers.
 *
 * <p>The key of a {@link RowSum} is a writer and a partition alone. So it comes before the rows.
 */
public final class LoadKey {
  /** The index of the sort keys. */
  public static final int HEAD_BYTES = 2 * Short.BYTES;

  /** The number in place of a partition's for rejected rows, which the first writer gets. */
  public static final int REJECTS = (1 << Short.SIZE) - 1;

  private static final int TAIL_BYTES = Integer.BYTES + Long.BYTES;
  private static final VarHandle SHORT = handle(short[].class);
  private static final VarHandle INT = handle(int[].class);
  private static final VarHandle LONG = handle(long[].class);

  private final LoadWriters writers;
  private final int[] sortBy;
  private final LoadColumn[] columns;
  private final int uniqueColumns;
  private final BytesWritable key = new BytesWritable();
  private int endOfCut;

  /** Makes keys in the order of a plan. */
  public LoadKey(LoadPlan plan) {
    writers = plan.writers();
    sortBy = plan.sortBy().stream().mapToInt(Integer::intValue).toArray();
    uniqueColumns = plan.uniqueColumns();
    columns = plan.sortColumns().toArray(LoadColumn[]::new);
  }

  private static VarHandle handle(Class<?> array) {
    return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.BIG_ENDIAN);
  }

  /** Returns the key of a row, which is valid until the next call. */
  public BytesWritable of(Tuple row, int partition, int file, long offset) {
    int most = HEAD_BYTES + TAIL_BYTES;
    for (int column : sortBy) {
      most += SortKey.mostBytes(Math.max(0, row.length(column)));
    }
    if (most > key.getCapacity()) {
      key.setCapacity(2 * most);
    }
    byte[] bytes = key.getBytes();
    int at = HEAD_BYTES;
    for (int i = 0; i < sortBy.length; i++) {
      int column = sortBy[i];
      at =
          SortKey.put(
              columns[i].type(),
              columns[i].blankPadded(),
              row.bytes(),
              row.start(column),
              row.length(column),
              bytes,
              at);
      if (i + 1 == uniqueColumns) {
        endOfCut = at;
      }
    }
    INT.set(bytes, at, file);
    LONG.set(bytes, at + Integer.BYTES, offset);
    if (uniqueColumns == 0) {
      endOfCut = at + TAIL_BYTES;
    }
    SHORT.set(bytes, 0, (short) writers.writer(partition, bytes, HEAD_BYTES, endOfCut));
    SHORT.set(bytes, Short.BYTES, (short) partition);
    key.setSize(at + TAIL_BYTES);
    return key;
  }

  /**
   * Returns the end of the part of the last key that decides about the writer of a row, after
   * {@link #HEAD_BYTES}: rows with the same unique key have the same writer.
   */
  public int endOfCut() {
    return endOfCut;
  }

  /** Returns the key of a rejected row. */
  static BytesWritable reject(int file, long offset) {
    byte[] bytes = new byte[HEAD_BYTES + TAIL_BYTES];
    SHORT.set(bytes, Short.BYTES, (short) REJECTS);
    INT.set(bytes, HEAD_BYTES, file);
    LONG.set(bytes, HEAD_BYTES + Integer.BYTES, offset);
    return new BytesWritable(bytes);
  }

  /** Returns the writer and the partition of a key, as one number. */
  static int head(BytesWritable key) {
    return (int) INT.get(key.getBytes(), 0);
  }

  /** Returns the key of a summary of rows with this writer and partition. */
  static BytesWritable summary(int head) {
    byte[] bytes = new byte[HEAD_BYTES];
    INT.set(bytes, 0, head);
    return new BytesWritable(bytes);
  }

  /** Writes a number as keys hold it. */
  static void putInt(byte[] bytes, int at, int number) {
    INT.set(bytes, at, number);
  }

  static boolean isSummary(BytesWritable key) {
    return key.getLength() == HEAD_BYTES;
  }

  static int writer(BytesWritable key) {
    return WritableComparator.readUnsignedShort(key.getBytes(), 0);
  }

  static int partition(BytesWritable key) {
    return WritableComparator.readUnsignedShort(key.getBytes(), Short.BYTES);
  }

  static int file(BytesWritable key) {
    return WritableComparator.readInt(key.getBytes(), key.getLength() - TAIL_BYTES);
  }

  static long offset(BytesWritable key) {
    return WritableComparator.readLong(key.getBytes(), key.getLength() - Long.BYTES);
  }

  /** Returns the index after the keys of the first columns; -1 if one of them is NULL. */
  static int endOfValues(BytesWritable key, List<LoadColumn> columns) {
    int at = HEAD_BYTES;
    for (LoadColumn column : columns) {
      if (SortKey.isNull(key.getBytes(), at)) {
        return -1;
      }
      at = SortKey.end(column.type(), key.getBytes(), at);
    }
    return at;
  }
}
