package io.loadpath.rows;

import java.util.Optional;

/**
 * A header line that goes on to the end of its file. That is right for a file without rows. But a
 * file with other line ends, or one that is compressed, may look the same, and all its rows would
 * be lost without an error.
 */
public final class LoneHeader {
  private static final int NONE = -1;

  private final TextFormat format;
  private int foreign = NONE;
  private boolean afterCr;

  public LoneHeader(TextFormat format) {
    this.format = format;
  }

  /** Takes the next bytes of the line, {@code bytes[from..to)}. */
  public void read(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      byte b = bytes[i];
      if (afterCr) {
        foreign = '\r';
      }
      afterCr = b == '\r';
      if (b >= 0 && b < ' ' && b != '\r' && b != '\t' && !isOfFormat(b)) {
        foreign = b;
      }
    }
  }

  private boolean isOfFormat(byte b) {
    return b != TextFormat.NONE
        && (b == format.delimiter() || b == format.enclosing() || b == format.escape());
  }

  /** Returns why the line is none; empty if it may be one. */
  public Optional<String> problem() {
    return foreign == NONE || format.lineEnd() != '\n'
        ? Optional.empty()
        : Optional.of(
            "the header line goes on to the file's end, and has the byte 0x%02x: rows must end with LF, and a compressed file needs the ending of its codec in its name"
                .formatted(foreign));
  }
}
