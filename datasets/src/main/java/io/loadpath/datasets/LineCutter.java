package io.loadpath.datasets;

import io.loadpath.datasets.generate.TextBuffer;
import io.loadpath.rows.FileFormat;
import io.loadpath.tables.DatasetException;
import io.loadpath.tables.Format;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * Reads the text of files, one after the other, and cuts it into pieces. Each piece is an equal
 * share of the remaining text, up to the next line end. So a long line makes its piece larger, and
 * the later pieces are equal again.
 */
final class LineCutter implements PartFiles.Source, Closeable {

  static final int BLOCK_BYTES = 1 << 20;

  private final Deque<Input> inputs;
  private final String name;

  /** Null where each line end ends a row. */
  private final RowEnds rowEnds;

  private final long textBytes;
  private Input input;
  private InputStream text;
  private int piecesLeft;
  private long position;

  /** The earliest end of the piece. */
  private long target;

  /** The bytes after the end of a piece: the start of the next block. */
  private byte[] rest = new byte[0];

  /**
   * The share of one file in the text.
   *
   * @param skipped bytes of its text that are left out at its start
   * @param bytes of its text after those
   * @param more bytes that follow it, such as a line end
   */
  record Input(Path file, long skipped, long bytes, byte[] more) {}

  /**
   * @param name of the text, for messages
   * @param format of the rows, which are known to be well formed; null: each line is a row
   */
  LineCutter(List<Input> inputs, String name, int pieces, FileFormat format) {
    this.inputs = new ArrayDeque<>(inputs);
    this.name = name;
    boolean plain = format == null || format.quote() == null && format.escape() == null;
    rowEnds = plain ? null : new RowEnds(format);
    textBytes = inputs.stream().mapToLong(each -> each.bytes + each.more.length).sum();
    piecesLeft = pieces;
    target = share(textBytes, pieces);
  }

  static DatasetException changed(String name) {
    return new DatasetException(name + ": changed while it was cut; wait until it is complete");
  }

  private static long share(long bytes, int pieces) {
    return (bytes + pieces - 1) / pieces;
  }

  @Override
  public PartFiles.Finish begin(PartFiles.Block block) throws IOException {
    TextBuffer buffer = block.text;
    buffer.length = 0;
    buffer.reserve(BLOCK_BYTES);
    buffer.put(rest);
    fill(buffer);
    rest = new byte[0];
    if (buffer.length == 0) {
      if (position != textBytes) {
        throw changed(name);
      }
      return null;
    }
    int end = rowEnds == null ? endOfPiece(buffer) : endOfRows(block);
    if (end >= 0) {
      rest = Arrays.copyOfRange(buffer.bytes, end, buffer.length);
      buffer.length = end;
    }
    position += buffer.length;
    if (position > textBytes) { // even if the file grows
      throw changed(name);
    }
    block.endsPart = end >= 0 || position == textBytes;
    block.done = (double) position / textBytes;
    if (block.endsPart) {
      piecesLeft = Math.max(1, piecesLeft - 1);
      target = position + share(textBytes - position, piecesLeft);
    }
    return () -> {
      if (rowEnds == null) {
        countLines(block);
      }
    };
  }

  /** Fills a block's buffer from the files. */
  private void fill(TextBuffer buffer) throws IOException {
    while (buffer.length < BLOCK_BYTES) {
      if (text == null) {
        input = inputs.poll();
        if (input == null) {
          return;
        }
      }
      int got = read(buffer);
      if (got < 0) {
        text.close();
        text = null;
        buffer.reserve(input.more.length);
        buffer.put(input.more);
      } else {
        buffer.length += got;
      }
    }
  }

  private int read(TextBuffer buffer) throws IOException {
    try {
      if (text == null) {
        text = Format.open(input.file);
        text.skipNBytes(input.skipped);
      }
      return text.read(buffer.bytes, buffer.length, BLOCK_BYTES - buffer.length);
    } catch (IOException e) {
      throw Format.explained(input.file, e);
    }
  }

  /** Counts the lines; the last of all may have no line end. */
  private static void countLines(PartFiles.Block block) {
    byte[] bytes = block.text.bytes;
    int length = block.text.length;
    long rows = block.endsPart && bytes[length - 1] != '\n' ? 1 : 0;
    for (int i = 0; i < length; i++) {
      rows += bytes[i] == '\n' ? 1 : 0;
    }
    block.rows = rows;
  }

  /** The end of the piece in the buffer, or -1 if the piece goes on. */
  private int endOfPiece(TextBuffer buffer) {
    for (long i = Math.max(0, target - 1 - position); i < buffer.length; i++) {
      if (buffer.bytes[(int) i] == '\n') {
        return (int) i + 1;
      }
    }
    return -1;
  }

  /** Like {@link #endOfPiece}, and counts the rows up to there. */
  private int endOfRows(PartFiles.Block block) {
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

  @Override
  public void close() throws IOException {
    if (text != null) {
      text.close();
    }
  }

  /** Finds the line ends that end rows, in text whose rows are known to be well formed. */
  private static final class RowEnds {

    private static final int NONE = 1 << Byte.SIZE; // not a byte

    private final int quote;
    private final int escape;
    private boolean inQuotes;
    private boolean escaped;

    RowEnds(FileFormat format) {
      quote = format.quote() == null ? NONE : format.quote();
      // a quote before a quote closes and opens again, which needs no escape
      boolean apart = format.escape() != null && !format.escape().equals(format.quote());
      escape = apart ? format.escape() : NONE;
    }

    /**
     * Continues with the text at bytes[from, to).
     *
     * @return the index after the first line end that ends a row, or -1 if the row goes on
     */
    int next(byte[] bytes, int from, int to) {
      for (int at = from; at < to; at++) {
        byte b = bytes[at];
        if (escaped) {
          escaped = false;
        } else if (b == escape && (inQuotes || quote == NONE)) {
          escaped = true;
        } else if (b == quote) {
          inQuotes = !inQuotes;
        } else if (b == '\n' && !inQuotes) {
          return at + 1;
        }
      }
      return -1;
    }
  }
}
