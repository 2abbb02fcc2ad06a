package io.loadpath.sqoop.exports;

import io.loadpath.rows.TextFormat;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;

/** Finds where rows of a text begin and end. */
final class RowBoundaries {
  private static final int WINDOW_BYTES = 4096;

  private final byte field;
  private final byte record;
  private final byte enclosure;
  private final byte escape;
  private final boolean encloses;
  private final boolean escapes;

  RowBoundaries(TextFormat format) {
    field = (byte) format.delimiter();
    record = (byte) format.lineEnd();
    enclosure = (byte) format.enclosing();
    escape = (byte) format.escape();
    encloses = format.enclosing() != TextFormat.NONE;
    escapes = format.escape() != TextFormat.NONE;
  }

  /** Returns the index after the row of a chunk that begins at an index, with its end. */
  int end(RowChunk chunk, int from) {
    int next = next(chunk.bytes(), from, chunk.length());
    return next < 0 ? chunk.length() : next;
  }

  /**
   * Returns the index after the row that begins at {@code from}, with its end; -1 if the row does
   * not end before {@code to}.
   */
  int next(byte[] bytes, int from, int to) {
    if (encloses) {
      return nextEnclosed(bytes, from, to);
    }
    for (int i = from; i < to; i++) {
      if (bytes[i] == record) {
        return i + 1;
      }
      if (escapes && bytes[i] == escape) {
        i++;
      }
    }
    return -1;
  }

  private int nextEnclosed(byte[] bytes, int from, int to) {
    boolean fieldStart = true;
    boolean enclosed = false;
    for (int i = from; i < to; i++) {
      byte b = bytes[i];
      if (escapes && b == escape) {
        i++;
        fieldStart = false;
      } else if (enclosed) {
        enclosed = b != enclosure;
      } else if (b == record) {
        return i + 1;
      } else {
        enclosed = fieldStart && b == enclosure;
        fieldStart = b == field;
      }
    }
    return -1;
  }

  /**
   * Returns the index after the last whole row.
   *
   * @param from the beginning of a row
   * @return {@code from} if no row ends before {@code to}
   */
  int last(byte[] bytes, int from, int to) {
    if (encloses) {
      int end = from;
      for (int next = next(bytes, end, to); next >= 0; next = next(bytes, end, to)) {
        end = next;
      }
      return end;
    }
    for (int i = to - 1; i >= from; i--) {
      if (bytes[i] == record && !(escapes && isEscaped(bytes, from, i))) {
        return i + 1;
      }
    }
    return from;
  }

  private boolean isEscaped(byte[] bytes, int from, int at) {
    int first = at;
    while (first > from && bytes[first - 1] == escape) {
      first--;
    }
    return (at - first) % 2 == 1;
  }

  /**
   * Returns the offset of the first row that begins at a byte of a file or after it; the file's
   * length if there is none. Only for formats without enclosure, where a row's beginning can be
   * known without reading all rows before it.
   */
  long rowStart(FSDataInputStream file, long offset, long fileBytes) throws IOException {
    if (offset <= 0 || offset >= fileBytes) {
      return Math.min(Math.max(0, offset), fileBytes);
    }
    byte[] window = new byte[WINDOW_BYTES];
    long position = offset - 1;
    boolean escaped = escapes && escapesBefore(file, position, window) % 2 == 1;
    file.seek(position);
    while (position < fileBytes) {
      int length = file.read(window, 0, WINDOW_BYTES);
      if (length < 0) {
        return fileBytes;
      }
      for (int i = 0; i < length; i++) {
        if (escaped) {
          escaped = false;
        } else if (window[i] == record) {
          return position + i + 1;
        } else {
          escaped = escapes && window[i] == escape;
        }
      }
      position += length;
    }
    return fileBytes;
  }

  /** Number of escape characters in a row that end before a position. */
  private long escapesBefore(FSDataInputStream file, long position, byte[] window)
      throws IOException {
    long count = 0;
    long end = position;
    while (end > 0) {
      int length = (int) Math.min(WINDOW_BYTES, end);
      file.seek(end - length);
      file.readFully(window, 0, length);
      for (int i = length - 1; i >= 0; i--) {
        if (window[i] != escape) {
          return count;
        }
        count++;
      }
      end -= length;
    }
    return count;
  }
}
