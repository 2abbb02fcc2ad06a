package io.loadpath.datasets;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Turns Latin-1 into UTF-8. */
final class Latin1Input extends FilterInputStream {

  private static final int BLOCK_BYTES = 1 << 15;

  private final byte[] latin = new byte[BLOCK_BYTES];
  private final byte[] utf = new byte[2 * BLOCK_BYTES];
  private int at;
  private int end;

  Latin1Input(InputStream text) {
    super(text);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int from, int count) throws IOException {
    while (at == end) {
      int got = in.read(latin, 0, latin.length);
      if (got < 0) {
        return got;
      }
      convert(got);
    }
    int given = Math.min(count, end - at);
    System.arraycopy(utf, at, bytes, from, given);
    at += given;
    return given;
  }

  private void convert(int length) {
    at = 0;
    end = 0;
    for (int i = 0; i < length; i++) {
      if (latin[i] >= 0) {
        utf[end++] = latin[i];
      } else {
        utf[end++] = (byte) (0xC0 | (latin[i] & 0xFF) >> 6);
        utf[end++] = (byte) (0x80 | latin[i] & 0x3F);
      }
    }
  }
}
