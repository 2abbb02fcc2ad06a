package io.loadpath.datasets;

import io.loadpath.tables.DatasetException;
import io.loadpath.tables.Format;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Reads a file, plain or compressed, in blocks of whole lines. Several threads can take blocks of
 * one file in turn. The first call of {@link #next} opens the file.
 */
final class BlockReader implements Closeable {

  private static final int BLOCK_BYTES = 1 << 20;

  private final Path file;
  private final RowText rowText;
  private final LongConsumer textBytes;
  private InputStream in;
  private boolean finished;
  private long offset;

  /** The bytes after the last line end: the start of the next block. */
  private byte[] rest = new byte[0];

  /**
   * @param textBytes as of {@link RowText#open}
   */
  BlockReader(Path file, RowText rowText, LongConsumer textBytes) {
    this.file = file;
    this.rowText = rowText;
    this.textBytes = textBytes;
  }

  /** A thread's buffer. */
  static final class Block {
    byte[] bytes = new byte[0];
    int length;

    /** Where the block starts in the uncompressed file. */
    long offset;
  }

  /**
   * Fills the block with the next whole lines.
   *
   * @return false at the end of the file
   */
  synchronized boolean next(Block block) throws IOException {
    if (finished) {
      return false;
    }
    try {
      return read(block);
    } catch (IOException e) {
      throw Format.explained(file, e);
    }
  }

  private boolean read(Block block) throws IOException {
    if (in == null) {
      in = rowText.open(file, textBytes);
    }
    if (block.bytes.length < BLOCK_BYTES) {
      block.bytes = new byte[BLOCK_BYTES];
    }
    System.arraycopy(rest, 0, block.bytes, 0, rest.length);
    int wanted = BLOCK_BYTES - rest.length;
    int got = in.readNBytes(block.bytes, rest.length, wanted);
    int filled = rest.length + got;
    int end = filled;
    if (got < wanted) {
      close();
    } else {
      while (end > 0 && block.bytes[end - 1] != '\n') {
        end--;
      }
      if (end == 0) {
        throw new DatasetException(
            file + ": a line at byte " + offset + " is longer than " + BLOCK_BYTES + " bytes");
      }
    }
    rest = Arrays.copyOfRange(block.bytes, end, filled);
    block.length = end;
    block.offset = offset;
    offset += end;
    return end > 0;
  }

  /** The number of bytes in all blocks so far. */
  synchronized long bytes() {
    return offset;
  }

  @Override
  public synchronized void close() throws IOException {
    finished = true;
    if (in != null) {
      in.close();
    }
  }
}
