package io.loadpath.datasets;

import io.loadpath.rows.parser.MalformedRowException;
import io.loadpath.rows.parser.RowParser;
import io.loadpath.tables.DatasetException;
import io.loadpath.tables.Format;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Semaphore;
import java.util.function.LongConsumer;

/** Reads the rows of one file in order. For one thread. */
final class RowReader implements Closeable {

  private static final int BLOCK_BYTES = 1 << 20;

  /** A row that is longer is taken for one with a quote that is not closed. */
  private static final int MAX_ROW_BYTES = 32 << 20;

  /**
   * For the one reader in this JVM that has a row longer than a block. The row, and the parser's
   * copies of it, take five times its size: on many cores, with a quote left open in each file,
   * that would be more than the heap.
   */
  static final Semaphore LONG_ROW = new Semaphore(1);

  private final Path file;
  private final RowText rowText;
  private final RowParser parser;
  private final InputStream in;
  private byte[] bytes = new byte[BLOCK_BYTES];
  private int at;
  private int filled;
  private boolean ended;
  private boolean inLongRow;
  private RowText.Start start;
  private boolean endsWithLine = true;
  private long lines;

  /**
   * Opens the file.
   *
   * @param textBytes as of {@link RowText#open}
   */
  RowReader(Path file, RowText rowText, RowParser parser, LongConsumer textBytes)
      throws IOException {
    this.file = file;
    this.rowText = rowText;
    this.parser = parser;
    try {
      in = rowText.open(file, textBytes);
    } catch (IOException e) {
      throw Format.explained(file, e);
    }
  }

  /**
   * Reads the next row into the parser.
   *
   * @return false at the end of the file
   * @throws MalformedRowException if the row does not fit the table; its lines count from the
   *     file's first one; the next call reads the row after it
   * @throws DatasetException if the file cannot be read on
   */
  boolean next() throws IOException {
    if (start == null) {
      readStart();
    }
    while (at < filled || !ended) {
      if (at < filled && parse()) {
        return true;
      }
      fill();
    }
    return false;
  }

  private void readStart() throws IOException {
    while (start == null) {
      fill();
      start = rowText.start(file, bytes, filled, ended, parser);
    }
    at = start.bytes();
    lines = start.lines();
  }

  private boolean parse() throws MalformedRowException {
    try {
      int next = parser.parse(bytes, at, filled, ended);
      if (next == RowParser.MORE) {
        return false;
      }
      at = next;
      lines += parser.lines();
      return true;
    } catch (MalformedRowException e) {
      at = e.next();
      MalformedRowException placed = e.after(lines);
      lines += parser.lines();
      throw placed;
    }
  }

  /** Whether rows can be read after one that did not fit: not after a header line. */
  boolean canGoOn() {
    return start != null;
  }

  /** Reads on; what is read and not parsed yet moves to the front. */
  private void fill() throws IOException {
    if (ended) {
      return;
    }
    filled -= at;
    if (inLongRow && filled < BLOCK_BYTES) {
      leaveLongRow(Arrays.copyOfRange(bytes, at, at + BLOCK_BYTES));
    } else {
      System.arraycopy(bytes, at, bytes, 0, filled);
    }
    at = 0;
    if (filled == bytes.length) {
      if (filled >= MAX_ROW_BYTES) {
        giveUp();
      }
      if (!inLongRow) {
        LONG_ROW.acquireUninterruptibly();
        inLongRow = true;
      }
      bytes = Arrays.copyOf(bytes, 2 * bytes.length);
    }
    try {
      int got = in.readNBytes(bytes, filled, bytes.length - filled);
      ended = filled + got < bytes.length;
      filled += got;
      if (got > 0) {
        endsWithLine = bytes[filled - 1] == '\n';
      }
    } catch (IOException e) {
      throw Format.explained(file, e);
    }
  }

  private void leaveLongRow(byte[] rest) {
    bytes = rest;
    parser.shrink();
    inLongRow = false;
    LONG_ROW.release();
  }

  /** Ends the reading at a row that is too long, if possible with the place of its quote. */
  private void giveUp() throws IOException {
    ended = true;
    try {
      parser.parse(bytes, 0, filled, true);
    } catch (MalformedRowException e) {
      at = filled;
      throw e.after(lines);
    }
    throw new DatasetException(
        "%s, line %d: the row is longer than %d bytes".formatted(file, lines + 1, MAX_ROW_BYTES));
  }

  /** Whether a line end is the last of the text, which was read to its end. */
  boolean endsWithLine() {
    return endsWithLine;
  }

  /** What is before the first row; null before that was read. */
  RowText.Start start() {
    return start;
  }

  @Override
  public void close() throws IOException {
    if (inLongRow) {
      leaveLongRow(new byte[0]);
    }
    in.close();
  }
}
