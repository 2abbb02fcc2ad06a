package io.loadpath.datasets;

import io.loadpath.rows.FileFormat;
import io.loadpath.rows.parser.MalformedRowException;
import io.loadpath.rows.parser.RowParser;
import io.loadpath.rows.parser.Utf8;
import io.loadpath.tables.DatasetException;
import io.loadpath.tables.Format;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Semaphore;
import java.util.function.LongConsumer;

/** Reads the rows of one file in order, as UTF-8 text. For one thread. */
final class RowReader implements Closeable {

  private static final int BLOCK_BYTES = 1 << 20;

  /** A longer row counts as one with an unclosed quote. */
  private static final int MAX_ROW_BYTES = 32 << 20;

  /**
   * Lets only one reader in this JVM have a row longer than a block. The row and the parser's
   * copies take five times its size. On many cores, with an unclosed quote in each file, that would
   * exceed the heap.
   */
  static final Semaphore LONG_ROW = new Semaphore(1);

  private final Path file;
  private final FileFormat format;
  private final RowParser parser;
  private final boolean latin1;
  private final InputStream in;
  private byte[] bytes = new byte[BLOCK_BYTES];
  private int at;
  private int filled;
  private boolean ended;
  private boolean inLongRow;
  private boolean started;
  private boolean mark;
  private boolean endsWithLine = true;
  private long textBytes;
  private long startBytes;
  private long lines;

  /**
   * Opens the file.
   *
   * @param parser reads the rows
   * @param storedBytes gets the number of bytes after each read from the file
   */
  RowReader(Path file, FileFormat format, RowParser parser, LongConsumer storedBytes)
      throws IOException {
    this.file = file;
    this.format = format;
    this.parser = parser;
    latin1 = format.encoding().equals(StandardCharsets.ISO_8859_1);
    try {
      in = Format.open(file, storedBytes);
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
   * @throws DatasetException if the file cannot be read further
   */
  boolean next() throws IOException {
    if (!started) {
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

  /** Checks the encoding, a byte order mark and the header line before the first row. */
  private void readStart() throws IOException {
    fill();
    mark = Utf8.startsWithMark(bytes, 0, filled);
    int from = mark ? Utf8.MARK_BYTES : 0;
    int next = from;
    if (format.header()) {
      if (from == filled) {
        throw new DatasetException(file + ": is empty, even its header line is missing");
      }
      next = parser.parseHeader(bytes, from, filled, ended);
      while (next == RowParser.MORE) {
        fill();
        next = parser.parseHeader(bytes, from, filled, ended);
      }
      lines = parser.lines();
    }
    startBytes = latin1 ? new String(bytes, 0, next, StandardCharsets.UTF_8).length() : next;
    at = next;
    started = true;
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

  /** Reads more; bytes that are not parsed yet move to the front. */
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
    if (room() == 0) {
      if (filled >= MAX_ROW_BYTES - 1) {
        giveUp();
      }
      if (!inLongRow) {
        LONG_ROW.acquireUninterruptibly();
        inLongRow = true;
      }
      bytes = Arrays.copyOf(bytes, 2 * bytes.length);
    }
    try {
      read(room());
    } catch (IOException e) {
      throw Format.explained(file, e);
    }
  }

  /** The number of bytes that can be read; Latin-1 text can double in UTF-8. */
  private int room() {
    return latin1 ? (bytes.length - filled) / 2 : bytes.length - filled;
  }

  private void read(int wanted) throws IOException {
    int got = in.readNBytes(bytes, filled, wanted);
    ended = got < wanted;
    if (textBytes == 0) {
      requireEncoding(got);
    }
    textBytes += got;
    if (latin1) {
      byte[] text =
          new String(bytes, filled, got, StandardCharsets.ISO_8859_1)
              .getBytes(StandardCharsets.UTF_8);
      System.arraycopy(text, 0, bytes, filled, text.length);
      got = text.length;
    }
    filled += got;
    if (got > 0) {
      endsWithLine = bytes[filled - 1] == '\n';
    }
  }

  /** Refuses a byte order mark of another encoding than described, at the file's beginning. */
  private void requireEncoding(int length) throws DatasetException {
    String begin = new String(bytes, 0, Math.min(length, 2), StandardCharsets.ISO_8859_1);
    if (begin.equals("\u00FE\u00FF") || begin.equals("\u00FF\u00FE")) {
      throw new DatasetException(file + ": is UTF-16; convert it to UTF-8");
    }
    if (latin1 && begin.equals("\u00EF\u00BB")) {
      throw new DatasetException(
          file + ": begins with UTF-8's byte order mark, but the description says latin-1");
    }
  }

  private void leaveLongRow(byte[] rest) {
    bytes = rest;
    parser.shrink();
    inLongRow = false;
    LONG_ROW.release();
  }

  /** Fails because of a row that is too long, if possible with the place of its quote. */
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

  /** Whether rows can be read after an error; not after one in the header line. */
  boolean canGoOn() {
    return started;
  }

  /** Whether the file begins with a byte order mark. */
  boolean hasMark() {
    return mark;
  }

  /** The bytes of the mark and the header line, in the file's encoding. */
  long startBytes() {
    return startBytes;
  }

  /** The bytes of the text so far, in the file's encoding. */
  long textBytes() {
    return textBytes;
  }

  /** Whether the text, which was read to its end, ends with a line end. */
  boolean endsWithLine() {
    return endsWithLine;
  }

  @Override
  public void close() throws IOException {
    if (inLongRow) {
      leaveLongRow(new byte[0]);
    }
    in.close();
  }
}
