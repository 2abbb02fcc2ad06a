package io.loadpath.datasets;

import io.loadpath.tables.DatasetException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Reads a text in blocks and cuts it into pieces. A piece ends at the first line end at or after
 * its equal share of the text that was left at its start. So a long line makes its piece larger,
 * and the later pieces are equal again.
 */
final class LineCutter implements Closeable {

  static final int BLOCK_BYTES = 1 << 20;

  private final InputStream text;
  private final String name;
  private final RowEnds rowEnds;
  private final long textBytes;
  private final Queue<GeneratedBlock> free = new ConcurrentLinkedQueue<>();
  private int piecesLeft;
  private long position;

  /** The earliest end of the piece. */
  private long target;

  /** The bytes after the end of a piece: the start of the next block. */
  private byte[] rest = new byte[0];

  /**
   * @param name of the text, for messages
   * @param textBytes its size
   * @param rowEnds where rows end; null: at each line end
   */
  LineCutter(InputStream text, String name, long textBytes, int pieces, RowEnds rowEnds) {
    this.text = text;
    this.name = name;
    this.rowEnds = rowEnds;
    this.textBytes = textBytes;
    this.piecesLeft = pieces;
    this.target = share(textBytes, pieces);
  }

  /** A block of a piece. */
  record Cut(GeneratedBlock block, boolean endsPiece, boolean counted) {

    /** Counts the lines; the last of all may have no line end. */
    void countRows() {
      if (counted) {
        return;
      }
      byte[] bytes = block.text.bytes;
      int length = block.text.length;
      long rows = endsPiece && bytes[length - 1] != '\n' ? 1 : 0;
      for (int i = 0; i < length; i++) {
        rows += bytes[i] == '\n' ? 1 : 0;
      }
      block.rows = rows;
    }
  }

  DatasetException changed() {
    return changed(name);
  }

  static DatasetException changed(String name) {
    return new DatasetException(name + ": changed while it was cut; wait until it is whole");
  }

  private static long share(long bytes, int pieces) {
    return (bytes + pieces - 1) / pieces;
  }

  /** Reads the next block; null at the end. */
  Cut next() throws IOException {
    GeneratedBlock block = free.poll();
    if (block == null) {
      block = new GeneratedBlock();
    }
    TextBuffer buffer = block.text;
    buffer.length = 0;
    buffer.reserve(BLOCK_BYTES);
    buffer.put(rest);
    buffer.length += text.readNBytes(buffer.bytes, buffer.length, BLOCK_BYTES - buffer.length);
    rest = new byte[0];
    if (buffer.length == 0) {
      return null;
    }
    int end = rowEnds == null ? endOfPiece(buffer) : endOfRows(block);
    if (end >= 0) {
      rest = Arrays.copyOfRange(buffer.bytes, end, buffer.length);
      buffer.length = end;
    }
    position += buffer.length;
    if (position > textBytes) { // however fast it grows
      throw changed();
    }
    boolean endsPiece = end >= 0 || position == textBytes;
    if (endsPiece) {
      piecesLeft = Math.max(1, piecesLeft - 1);
      target = position + share(textBytes - position, piecesLeft);
    }
    return new Cut(block, endsPiece, rowEnds != null);
  }

  /** The end of the piece in the buffer, or -1 if it goes on. */
  private int endOfPiece(TextBuffer buffer) {
    for (long i = Math.max(0, target - 1 - position); i < buffer.length; i++) {
      if (buffer.bytes[(int) i] == '\n') {
        return (int) i + 1;
      }
    }
    return -1;
  }

  /** As {@link #endOfPiece}, and counts the rows up to there. */
  private int endOfRows(GeneratedBlock block) {
    long wanted = Math.max(0, target - 1 - position);
    block.rows = 0;
    int at = 0;
    while (at < block.text.length) {
      at = rowEnds.next(block.text.bytes, at, block.text.length);
      if (at < 0) {
        return -1;
      }
      block.rows++;
      if (at > wanted) {
        return at;
      }
    }
    return -1;
  }

  /** Takes back a block that is written. */
  void reuse(GeneratedBlock block) {
    free.add(block);
  }

  @Override
  public void close() throws IOException {
    text.close();
  }
}
