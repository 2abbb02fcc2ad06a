package io.loadpath.datasets;

import java.util.zip.Deflater;

/** A block of rows on its way from the thread that made it to the file; reused. */
final class GeneratedBlock {

  final TextBuffer text = new TextBuffer();
  byte[] deflated = new byte[0];
  int deflatedLength;
  long rows;
  long units;

  /** Compresses the text so that it can stand after any other block of a deflate stream. */
  void deflate(Deflater deflater) {
    // zlib's bound for incompressible text, and a flush marker
    int bound = text.length + (text.length >>> 8) + 64;
    if (deflated.length < bound) {
      deflated = new byte[bound];
    }
    deflater.reset();
    deflater.setInput(text.bytes, 0, text.length);
    deflatedLength = deflater.deflate(deflated, 0, deflated.length, Deflater.SYNC_FLUSH);
    if (!deflater.needsInput() || deflatedLength == deflated.length) {
      throw new IllegalStateException("the buffer for compressed text is too small");
    }
  }
}
