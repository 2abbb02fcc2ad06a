package io.loadpath.mapreduce;

/**
 * A run of whole lines in a byte array: {@code bytes[start..end)}. It begins at the beginning of a
 * line and ends after a line end; only at the end of a file may the last line have none. The array
 * is reused from block to block, and it always has {@link #PADDING} bytes after {@code end}, so
 * that words can be read across the end without leaving it. What stands there means nothing.
 */
final class LineBlock {
  /** Bytes of the array after a block's end. */
  static final int PADDING = 128;

  private byte[] bytes;
  private int start;
  private int end;
  private long offset;

  /**
   * @param offset where in the (uncompressed) text {@code bytes[start]} stands
   */
  void set(byte[] bytes, int start, int end, long offset) {
    if (start < 0 || end < start || end > bytes.length - PADDING) {
      throw new IllegalArgumentException(
          "a block of bytes %d to %d does not fit an array of %d with %d bytes of padding"
              .formatted(start, end, bytes.length, PADDING));
    }
    this.bytes = bytes;
    this.start = start;
    this.end = end;
    this.offset = offset;
  }

  byte[] bytes() {
    return bytes;
  }

  int start() {
    return start;
  }

  int end() {
    return end;
  }

  /** Where in the text {@code bytes[index]} stands. */
  long offsetOf(int index) {
    return offset + index - start;
  }
}
