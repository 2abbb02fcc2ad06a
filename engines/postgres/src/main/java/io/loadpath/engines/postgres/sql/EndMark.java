package io.loadpath.engines.postgres.sql;

import io.loadpath.engines.service.ServiceException;

/**
 * Looks for the line {@code \.} in a text. Before PostgreSQL 18, COPY takes it as the end of the
 * text, and reads none of the rows after it, without an error.
 */
final class EndMark {
  private static final int FIRST_VERSION_WITHOUT = 18;

  /** The backslash and the point, with a byte before and one after them. */
  private static final int MARK = 0x005c2e00;

  private static final int MARK_BITS = 0x00ffff00;

  /** The last four bytes. */
  private int last = '\n';

  static boolean isRead(int serverVersion) {
    return serverVersion < FIRST_VERSION_WITHOUT;
  }

  /** Reads the next bytes of the text. */
  void read(byte[] bytes, int length) {
    int four = last;
    for (int i = 0; i < length; i++) {
      four = four << 8 | bytes[i] & 0xff;
      if ((four & MARK_BITS) == MARK && isLineEnd(four >>> 24) && isLineEnd(four & 0xff)) {
        throw new ServiceException(
            "a line is '\\.', at which a server before PostgreSQL 18 stops to read; write the text"
                + " as \"\\.\" if the format has quotes, or remove the line");
      }
    }
    last = four;
  }

  /** Ends the text. */
  void end() {
    read(new byte[] {'\n'}, 1);
  }

  private static boolean isLineEnd(int b) {
    return b == '\n' || b == '\r';
  }
}
