package io.loadpath.engines.postgres.sql;

import io.loadpath.engines.service.ServiceException;
import java.util.regex.Pattern;

/**
 * Looks for the line {@code \.} in a text. COPY takes it as the end of the text, and reads none of
 * the rows after it, without an error: in the format csv before PostgreSQL 18, in the format text
 * always.
 */
final class EndMark {
  private static final int FIRST_VERSION_WITHOUT = 18;
  private static final Pattern CSV = Pattern.compile("\\bcsv\\b", Pattern.CASE_INSENSITIVE);

  /** The backslash and the point, with a byte before and one after them. */
  private static final int MARK = 0x005c2e00;

  private static final int MARK_BITS = 0x00ffff00;

  /** The last four bytes. */
  private int last = '\n';

  /** Whether a COPY of text takes the line as the end. */
  static boolean isRead(int serverVersion, String copy) {
    return serverVersion < FIRST_VERSION_WITHOUT || !CSV.matcher(copy).find();
  }

  /** Reads the next bytes of the text. */
  void read(byte[] bytes, int length) {
    int four = last;
    for (int i = 0; i < length; i++) {
      four = four << 8 | bytes[i] & 0xff;
      if ((four & MARK_BITS) == MARK && isLineEnd(four >>> 24) && isLineEnd(four & 0xff)) {
        throw new ServiceException(
            "a line is '\\.', at which COPY stops to read (of CSV files before PostgreSQL 18); write"
                + " the text as \"\\.\" if the format has quotes, or remove the line");
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
