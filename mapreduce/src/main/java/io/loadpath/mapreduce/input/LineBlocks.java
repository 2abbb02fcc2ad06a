package io.loadpath.mapreduce.input;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Cuts a split of a text into blocks of whole lines, by the rules of Hadoop's LineRecordReader: a
 * line ends at LF, CR LF, a lone CR or the end of the text; a split has the lines that start after
 * its first byte and up to the byte after its last one, the first split also the line at byte 0; a
 * UTF-8 byte order mark at byte 0 belongs to no line.
 *
 * <p>So both ends of a split move to the first line end at or after them: {@link #skipLine} and
 * {@link #lastBlock} find it.
 */
public final class LineBlocks {
  /** Bytes of one read: they fit a core's second-level cache. */
  public static final int READ_BYTES = 256 * 1024;

  /** Longer lines are an error: they could fill the heap. */
  public static final int MAX_LINE_BYTES = 64 << 20;

  /** Bytes of a read at either end of a split, which needs only the rest of one line. */
  private static final int TAIL_READ_BYTES = 4096;

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private final InputStream in;
  private final long splitStart;
  private final long splitEnd;
  private final int readBytes;
  private final int maxLineBytes;

  /** {@code buffer[from..filled)} was read and is not in a block yet. */
  private byte[] buffer;

  private int from;
  private int filled;

  /** Position of {@code buffer[0]} in the text. */
  private long bufferOffset;

  private boolean begun;
  private boolean textEnded;
  private boolean done;

  /**
   * @param in the text from {@code splitStart} on
   * @param splitEnd the byte after the split's last; Long.MAX_VALUE for all of the text
   */
  public LineBlocks(InputStream in, long splitStart, long splitEnd) {
    this(in, splitStart, splitEnd, READ_BYTES, MAX_LINE_BYTES);
  }

  LineBlocks(InputStream in, long splitStart, long splitEnd, int readBytes, int maxLineBytes) {
    this.in = in;
    this.splitStart = splitStart;
    this.splitEnd = splitEnd;
    this.readBytes = readBytes;
    this.maxLineBytes = maxLineBytes;
    this.bufferOffset = splitStart;
    this.buffer = new byte[readBytes + TAIL_READ_BYTES + LineBlock.PADDING];
  }

  private long position() {
    return bufferOffset + filled;
  }

  /**
   * Sets {@code block} to the next lines; its bytes are valid until the next call.
   *
   * @return false if there is no line left
   * @throws IOException if reading fails or a line is longer than the limit
   */
  public boolean next(LineBlock block) throws IOException {
    if (!begun) {
      begun = true;
      if (splitStart == 0) {
        skipByteOrderMark();
      } else {
        skipLine();
      }
    }
    int scanned = from;
    while (!done && position() < splitEnd && !textEnded) {
      int dropped = read((int) Math.min(readBytes, splitEnd - position()));
      int cut = textEnded ? filled : wholeLinesEnd(scanned - dropped);
      if (cut > from) {
        fill(block, cut);
        return true;
      }
      // The last byte may be a CR: the next byte decides whether the line end is complete.
      scanned = Math.max(from, filled - 1);
    }
    return !done && lastBlock(block);
  }

  private void fill(LineBlock block, int end) {
    block.set(buffer, from, end, bufferOffset + from);
    from = end;
  }

  private void skipByteOrderMark() throws IOException {
    read(BYTE_ORDER_MARK.length);
    if (Arrays.equals(buffer, 0, filled, BYTE_ORDER_MARK, 0, BYTE_ORDER_MARK.length)) {
      from = filled;
    }
  }

  /** Skips the line in or at which the split starts: it belongs to the previous split. */
  private void skipLine() throws IOException {
    int lineEnd = -1;
    while (lineEnd < 0 && !textEnded) {
      from = Math.max(from, filled - 1); // keeps a CR at the end of the read bytes
      read(TAIL_READ_BYTES);
      lineEnd = lineEnd(from);
    }
    from = lineEnd < 0 ? filled : lineEnd;
    done = bufferOffset + from > splitEnd;
  }

  /**
   * Reads the remaining lines, up to the first line end that closes at or after the split's end.
   */
  private boolean lastBlock(LineBlock block) throws IOException {
    done = true;
    // A byte order mark may reach beyond the split, and is not part of the line.
    int scanned = Math.max(from, (int) Math.min(filled, splitEnd - bufferOffset));
    int lineEnd = lineEnd(scanned);
    while (lineEnd < 0 && !textEnded) {
      int resume = Math.max(scanned, filled - 1);
      int dropped = read(TAIL_READ_BYTES);
      scanned = resume - dropped;
      lineEnd = lineEnd(scanned);
    }
    int end = lineEnd < 0 ? filled : lineEnd;
    if (end == from) {
      return false;
    }
    fill(block, end);
    return true;
  }

  /** The index after the first line end that closes after {@code index}; -1 if it is not read. */
  private int lineEnd(int index) {
    for (int i = index; i < filled; i++) {
      if (buffer[i] == '\n') {
        return i + 1;
      }
      if (buffer[i] == '\r') {
        if (i + 1 < filled) {
          return buffer[i + 1] == '\n' ? i + 2 : i + 1;
        }
        return textEnded ? i + 1 : -1;
      }
    }
    return -1;
  }

  /** The index after the last line end from {@code scanFrom} on; -1 if there is none. */
  private int wholeLinesEnd(int scanFrom) {
    for (int i = filled - 1; i >= scanFrom; i--) {
      if (buffer[i] == '\n' || (buffer[i] == '\r' && i < filled - 1)) {
        return i + 1;
      }
    }
    return -1;
  }

  /**
   * Reads {@code wanted} bytes, fewer only at the end of the text.
   *
   * @return the number of bytes by which the buffer's content moved to the front
   */
  private int read(int wanted) throws IOException {
    int dropped = makeRoom(wanted);
    int wantedEnd = filled + wanted;
    while (filled < wantedEnd && !textEnded) {
      int count = in.read(buffer, filled, wantedEnd - filled);
      textEnded = count < 0;
      filled += Math.max(count, 0);
    }
    return dropped;
  }

  static IOException tooLong(long lineStart, int maxLineBytes) {
    return new IOException(
        "the line at byte %d is longer than %d bytes; is this a text file?"
            .formatted(lineStart, maxLineBytes));
  }

  private int makeRoom(int wanted) throws IOException {
    int kept = filled - from;
    if (kept > maxLineBytes) {
      throw tooLong(bufferOffset + from, maxLineBytes);
    }
    int dropped = from;
    byte[] target = buffer;
    if (kept + wanted > buffer.length - LineBlock.PADDING) {
      target = new byte[2 * kept + wanted + LineBlock.PADDING];
    }
    System.arraycopy(buffer, from, target, 0, kept);
    buffer = target;
    from = 0;
    filled = kept;
    bufferOffset += dropped;
    return dropped;
  }
}
