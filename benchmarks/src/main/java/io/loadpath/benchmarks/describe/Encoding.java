package io.loadpath.benchmarks.describe;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;

/**
 * How the sample writes characters that are not ASCII.
 *
 * @param charset UTF-8 or ISO-8859-1
 * @param utf8Lines lines with such characters in UTF-8
 * @param otherLines lines that are not UTF-8
 * @param firstOther the first of them; null: there is none
 * @param windows whether a byte is there that Latin-1 has no character for, and Windows-1252 has
 */
record Encoding(
    Charset charset, long utf8Lines, long otherLines, Place firstOther, boolean windows) {

  static Encoding of(Sample sample) {
    return new Count().of(sample);
  }

  boolean ascii() {
    return utf8Lines + otherLines == 0;
  }

  private static final class Count {
    private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    private CharBuffer characters = CharBuffer.allocate(1 << 12);
    private long utf8Lines;
    private long otherLines;
    private Place firstOther;
    private boolean windows;

    Encoding of(Sample sample) {
      sample.pieces().forEach(this::add);
      boolean latin1 = otherLines > utf8Lines;
      Charset charset = latin1 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8;
      return new Encoding(charset, utf8Lines, otherLines, firstOther, windows);
    }

    private void add(Piece piece) {
      byte[] text = piece.text();
      int line = 1;
      int from = piece.start();
      boolean skip = !piece.first(); // a character may be cut
      boolean ascii = true;
      for (int i = from; i <= text.length; i++) {
        if (i < text.length && text[i] != '\n') {
          ascii &= text[i] >= 0;
          continue;
        }
        boolean cut = i == text.length && !piece.last();
        if (!ascii && !skip && !cut) {
          addLine(piece, from, i, line);
        }
        skip = false;
        ascii = true;
        from = i + 1;
        line++;
      }
    }

    private void addLine(Piece piece, int from, int to, int line) {
      if (characters.capacity() < to - from) {
        characters = CharBuffer.allocate(to - from);
      }
      characters.clear();
      decoder.reset();
      if (!decoder
          .decode(ByteBuffer.wrap(piece.text(), from, to - from), characters, true)
          .isError()) {
        utf8Lines++;
        return;
      }
      otherLines++;
      for (int i = from; i < to; i++) {
        windows |= (piece.text()[i] & 0xE0) == 0x80;
      }
      if (firstOther == null) {
        firstOther = Place.of(piece, line);
      }
    }
  }
}
