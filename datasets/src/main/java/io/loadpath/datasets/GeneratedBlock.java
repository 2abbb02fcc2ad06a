package io.loadpath.datasets;

import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** A block of rows between the thread that made it and the file; reused. */
final class GeneratedBlock {

  final TextBuffer text = new TextBuffer();

  /** The text as it is stored. */
  final ByteArrayOutputStream stored = new ByteArrayOutputStream();

  long rows;
  long units;

  void compress(BlockCompressor compressor) throws IOException {
    stored.reset();
    compressor.compress(text.bytes, text.length, stored);
  }
}
