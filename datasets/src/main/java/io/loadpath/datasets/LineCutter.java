package io.loadpath.datasets;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Reads a file's text in blocks and cuts it into pieces. A piece ends at the first line end at or
 * after its equal share of the text that was left at its start. So a long line makes its piece
 * larger, and the later pieces are equal again.
 */
final class LineCutter implements Closeable {

  static final int BLOCK_BYTES = 1 << 20;

  private final Path file;
  private final InputStream text;
  private final long textBytes;
  private final Queue<GeneratedBlock> free = new ConcurrentLinkedQueue<>();
  private int piecesLeft;
  private long position;

  /** The earliest end of the piece. */
  private long target;

  /** The bytes after the end of a piece: the start of the next block. */
  private byte[] rest = new byte[0];

  LineCutter(Path file, long textBytes, int pieces) throws IOException {
    this.file = file;
    this.text = Format.open(file);
    this.textBytes = textBytes;
    this.piecesLeft = pieces;
    this.target = share(textBytes, pieces);
  }

  /** A block of a piece. */
  record Cut(GeneratedBlock block, boolean endsPiece) {

    /** Counts the lines; the last of all may have no line end. */
    void countRows() {
      byte[] bytes = block.text.bytes;
      int length = block.text.length;
      long rows = endsPiece && bytes[length - 1] != '\n' ? 1 : 0;
      for (int i = 0; i < length; i++) {
        rows += bytes[i] == '\n' ? 1 : 0;
      }
      block.rows = rows;
    }
  }

  static DatasetException changed(Path file) {
    return new DatasetException(file + ": changed while it was cut; wait until it is whole");
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
    int end = endOfPiece(buffer);
    if (end >= 0) {
      rest = Arrays.copyOfRange(buffer.bytes, end, buffer.length);
      buffer.length = end;
    }
    position += buffer.length;
    if (position > textBytes) { // however fast it grows
      throw changed(file);
    }
    boolean endsPiece = end >= 0 || position == textBytes;
    if (endsPiece) {
      piecesLeft = Math.max(1, piecesLeft - 1);
      target = position + share(textBytes - position, piecesLeft);
    }
    return new Cut(block, endsPiece);
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

  /** Takes back a block that is written. */
  void reuse(GeneratedBlock block) {
    free.add(block);
  }

  @Override
  public void close() throws IOException {
    text.close();
  }
}
