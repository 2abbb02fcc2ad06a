package io.loadpath.sqoop.exports;

import java.io.IOException;

/** Turns chunks of rows into what COPY takes. */
interface RowCopy {
  /** Receives malformed rows. */
  interface Rejects {
    /**
     * @param offset of the row in its file's text
     * @throws IOException if the reject limit is exceeded
     */
    void reject(int piece, long offset, String why) throws IOException;
  }

  /** Sends a chunk's rows, perhaps later. */
  void write(RowChunk chunk) throws IOException;

  /** Sends the rest. */
  void end() throws IOException;

  /** Number of rows so far, without rejected ones. */
  long rows();
}
