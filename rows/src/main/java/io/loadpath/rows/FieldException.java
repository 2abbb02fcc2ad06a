package io.loadpath.rows;

import static java.nio.charset.StandardCharsets.UTF_8;

/** A field that does not fit its type. The message has the problem, not the place. */
public final class FieldException extends Exception {
  private static final long serialVersionUID = 1;
  private static final int SHOWN = 40;

  /** The message shows the beginning of the field {@code text[from..to)}. */
  FieldException(byte[] text, int from, int to, String wrong) {
    super(
        "'%s%s'%s"
            .formatted(
                new String(text, from, Math.min(to - from, SHOWN), UTF_8),
                to - from > SHOWN ? "…" : "",
                wrong),
        null,
        false,
        false);
  }
}
