package io.loadpath.mapreduce.load;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;

/** Takes the rows of a writer: one stream of binary COPY for each of its partitions. */
public interface LoadSink extends Closeable {
  /**
   * Takes the number of rows that this writer gets for a partition, as the mappers counted them,
   * and the hash of these rows. The partition's stream begins after this call.
   *
   * @param rows that the stream will have
   * @param hash sum of the rows' {@link io.loadpath.rows.RowHash}; 0 if the load is not proven
   */
  void counted(int partition, long rows, long hash) throws IOException;

  /**
   * Begins the stream of a partition. The caller has ended the stream before it, and closes none.
   */
  OutputStream begin(int partition) throws IOException;

  /**
   * Ends the current stream, which is complete.
   *
   * @param rows in it
   */
  void end(long rows) throws IOException;

  /**
   * Takes a rejected row.
   *
   * @param message the row's place and the reason
   * @param line of a {@link io.loadpath.loads.exports.RejectsFile}
   */
  void rejected(String message, byte[] line, int length) throws IOException;

  /** All streams have ended. */
  void complete() throws IOException;

  /** Discards all rows, unless {@link #complete} was called before. */
  @Override
  void close() throws IOException;
}
