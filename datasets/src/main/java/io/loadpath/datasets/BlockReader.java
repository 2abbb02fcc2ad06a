package io.loadpath.datasets;

import io.loadpath.tables.DatasetException;
import io.loadpath.tables.Format;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Reads a file, plain or compressed, in blocks of whole lines. Several threads can take blocks of
 * one file in turn. The first call of {@link #next} opens the file.
 */
final class BlockReader implements Closeable {

  private final Path file;
  private final Opener opener;
  private final int blockBytes;
  private InputStream in;
  private boolean finished;
  private long offset;

  /** The bytes after the last line end: the start of the next block. */
  private byte[] rest = new byte[0];

  /** Opens the text of a file. */
  interface Opener {
    InputStream open(Path file) throws IOException;
  }

  BlockReader(Path file, Opener opener, int blockBytes) {
    this.file = file;
    this.opener = opener;
    this.blockBytes = blockBytes;
  }

  Path file() {
    return file;
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
      in = opener.open(file);
    }
    if (block.bytes.length < blockBytes) {
      block.bytes = new byte[blockBytes];
    }
    System.arraycopy(rest, 0, block.bytes, 0, rest.length);
    int wanted = blockBytes - rest.length;
    int got = in.readNBytes(block.bytes, rest.length, wanted);
    int filled = rest.length + got;
    int end = filled;
    if (got < wanted) {
      close();
    } else {
      end = afterLastNewline(block.bytes, filled);
      if (end == 0) {
        throw new DatasetException(
            file + ": a line at byte " + offset + " is longer than " + blockBytes + " bytes");
      }
    }
    rest = Arrays.copyOfRange(block.bytes, end, filled);
    block.length = end;
    block.offset = offset;
    offset += end;
    return end > 0;
  }

  private static int afterLastNewline(byte[] bytes, int to) {
    int at = to;
    while (at > 0 && bytes[at - 1] != '\n') {
      at--;
    }
    return at;
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
