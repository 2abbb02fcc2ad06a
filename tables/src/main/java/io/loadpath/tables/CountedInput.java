package io.loadpath.tables;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;

/** Counts the bytes that are read. */
public final class CountedInput extends FilterInputStream {

  private final LongConsumer counter;

  public CountedInput(InputStream in, LongConsumer counter) {
    super(in);
    this.counter = counter;
  }

  @Override
  public int read() throws IOException {
    int b = super.read();
    if (b >= 0) {
      counter.accept(1);
    }
    return b;
  }

  @Override
  public int read(byte[] bytes, int from, int count) throws IOException {
    int got = super.read(bytes, from, count);
    if (got > 0) {
      counter.accept(got);
    }
    return got;
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
