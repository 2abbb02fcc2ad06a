package io.loadpath.mapreduce.input;

/**
 * Whole lines in a byte array: {@code bytes[start..end)}. A block begins with a line and ends after
 * a line end; only the last line of a file may lack one. Blocks reuse the array. After {@code end},
 * it always has {@link #PADDING} bytes of undefined content, so that a read of that many bytes from
 * the start of a line stays in the array.
 */
public final class LineBlock {
  /** Bytes of the array after a block's end. */
  public static final int PADDING = 192;

  private byte[] bytes;
  private int start;
  private int end;
  private long offset;

  /**
   * @param offset place of {@code bytes[start]} in the (uncompressed) text
   */
  public void set(byte[] bytes, int start, int end, long offset) {
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

  public byte[] bytes() {
    return bytes;
  }

  public int start() {
    return start;
  }

  public int end() {
    return end;
  }

  /** Place of {@code bytes[index]} in the text. */
  public long offsetOf(int index) {
    return offset + index - start;
  }
}
