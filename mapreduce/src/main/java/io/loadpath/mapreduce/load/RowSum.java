package io.loadpath.mapreduce.load;

import io.loadpath.rows.RowHash;
import java.nio.ByteBuffer;
import org.apache.hadoop.io.BytesWritable;

/**
 * A digest of a set of rows, which does not depend on their order.
 *
 * @param rows number of rows
 * @param hash sum of each row's {@link RowHash} modulo 2^64; 0 if the load is not proven
 */
public record RowSum(long rows, long hash) {
  /** The digest of no rows. */
  public static final RowSum NONE = new RowSum(0, 0);

  private static final int BYTES = 2 * Long.BYTES;

  /** Returns the digest of both sets of rows together. */
  public RowSum plus(RowSum other) {
    return new RowSum(rows + other.rows, hash + other.hash);
  }

  BytesWritable toRecord() {
    return new BytesWritable(ByteBuffer.allocate(BYTES).putLong(rows).putLong(hash).array());
  }

  static RowSum ofRecord(BytesWritable summary) {
    ByteBuffer bytes = ByteBuffer.wrap(summary.getBytes(), 0, summary.getLength());
    return new RowSum(bytes.getLong(), bytes.getLong());
  }
}
