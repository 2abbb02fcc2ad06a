package io.loadpath.sqoop.exports;

/**
 * Whole rows of a piece of a file: {@code bytes[0..length)}. Only the last row may lack its end.
 */
final class RowChunk {
  byte[] bytes;
  int length;

  /** Number of the piece in its split, from 0. */
  int piece;

  /** Place of the first byte in the (uncompressed) text. */
  long offset;

  /** Whether all rows have come, and this chunk has none. */
  boolean end;

  /** Why the rows after those before this chunk cannot be read; null if they can. */
  Exception failure;

  /** A chunk without rows that tells the writer of the reader's failure. */
  static RowChunk failed(Exception failure) {
    RowChunk chunk = new RowChunk();
    chunk.failure = failure;
    return chunk;
  }

  /** A chunk that says that the rows before it are all. */
  static RowChunk theEnd() {
    RowChunk chunk = new RowChunk();
    chunk.end = true;
    return chunk;
  }
}
