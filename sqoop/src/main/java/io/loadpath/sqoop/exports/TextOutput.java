package io.loadpath.sqoop.exports;

import io.loadpath.copy.BinaryCopy;
import java.io.IOException;
import java.util.Arrays;

/** Rows for COPY in PostgreSQL's text format, whatever the files' format is. */
final class TextOutput implements RowOutput {
  private static final int FLUSH_BYTES = 1 << 16;
  private static final byte FIELD_END = '\t';
  private static final byte ROW_END = '\n';

  private final BinaryCopy.Sink sink;
  private byte[] bytes = new byte[2 * FLUSH_BYTES];
  private int length;
  private int rowStart;

  TextOutput(BinaryCopy.Sink sink) {
    this.sink = sink;
  }

  @Override
  public void beginRow() {
    rowStart = length;
  }

  @Override
  public void field(int column, byte[] text, int from, int to) {
    room(2 * (to - from) + 1);
    for (int i = from; i < to; i++) {
      byte b = text[i];
      switch (b) {
        case '\\' -> put('\\', '\\');
        case '\t' -> put('\\', 't');
        case '\n' -> put('\\', 'n');
        case '\r' -> put('\\', 'r');
        default -> bytes[length++] = b;
      }
    }
    bytes[length++] = FIELD_END;
  }

  private void put(char first, char second) {
    bytes[length++] = (byte) first;
    bytes[length++] = (byte) second;
  }

  @Override
  public void nullField() {
    room(3);
    put('\\', 'N');
    bytes[length++] = FIELD_END;
  }

  private void room(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
    }
  }

  @Override
  public void dropRow() {
    length = rowStart;
  }

  @Override
  public void endRow() throws IOException {
    bytes[length - 1] = ROW_END;
    if (length >= FLUSH_BYTES) {
      end();
    }
  }

  @Override
  public void end() throws IOException {
    sink.write(bytes, 0, length);
    length = 0;
  }
}
