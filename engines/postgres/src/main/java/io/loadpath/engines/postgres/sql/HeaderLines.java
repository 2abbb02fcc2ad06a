package io.loadpath.engines.postgres.sql;

import io.loadpath.engines.service.ServiceException;
import io.loadpath.rows.LoneHeader;

/** Leaves the first lines of a text out. */
final class HeaderLines {
  private final FileCopy.BinaryFrom text;
  private LoneHeader line;
  private int left;

  HeaderLines(FileCopy.BinaryFrom text) {
    this.text = text;
    line = new LoneHeader(text.format());
    left = text.headerLines();
  }

  /** Returns the index of the first byte of {@code block[0..length)} after the lines. */
  int skip(byte[] block, int length) {
    int from = 0;
    while (left > 0 && from < length) {
      int end = from;
      while (end < length && block[end] != '\n') {
        end++;
      }
      if (end == length) {
        line.read(block, from, end);
        return length;
      }
      line = new LoneHeader(text.format());
      left--;
      from = end + 1;
    }
    return from;
  }

  /** Fails if the text ended in a line that cannot be one. */
  void end() {
    if (left > 0) {
      line.problem()
          .ifPresent(
              why -> {
                throw new ServiceException(why);
              });
    }
  }
}
