package io.loadpath.benchmarks.describe;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.tables.Format;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * How files write characters that are not ASCII. Such characters can come late, and it costs little
 * to look for them, so that more is read than for a {@link Sample}.
 *
 * @param charset UTF-8 or ISO-8859-1
 * @param whole whether all bytes of all files were read
 * @param utf8Lines lines with such characters in UTF-8
 * @param otherLines lines that are not UTF-8
 * @param firstOther the first of them; null: there is none
 * @param windows whether a byte is there that Latin-1 has no character for, and Windows-1252 has
 */
record Encoding(
    Charset charset,
    boolean whole,
    long utf8Lines,
    long otherLines,
    Place firstOther,
    boolean windows) {
  /** Maximum bytes of text that are read. */
  static final int MAX_BYTES = 128 << 20;

  private static final int BLOCK_BYTES = 1 << 20;

  /**
   * Reads the beginnings of files, at most {@code maxBytes} in sum, and looks at the places within
   * that a sample has.
   *
   * @throws LoadpathException naming the file that cannot be read
   */
  static Encoding of(Sample sample, int maxBytes) {
    Count count = new Count();
    List<Piece> heads = sample.firstPieces();
    boolean whole = sample.whole();
    if (!whole) {
      whole = true;
      for (Piece head : heads) {
        whole &= count.read(head.file(), maxBytes / heads.size());
      }
    }
    for (Piece piece : sample.pieces()) {
      if (sample.whole() || !whole && !piece.first()) {
        count.add(piece);
      }
    }
    return count.encoding(sample.whole() || whole && heads.size() == sample.files());
  }

  boolean ascii() {
    return utf8Lines + otherLines == 0;
  }

  /** Counts lines by what they hold. */
  private static final class Count {
    private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    private CharBuffer characters = CharBuffer.allocate(1 << 12);
    private long utf8Lines;
    private long otherLines;
    private Place firstOther;
    private boolean windows;

    Encoding encoding(boolean whole) {
      boolean latin1 = otherLines > utf8Lines;
      Charset charset = latin1 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8;
      return new Encoding(charset, whole, utf8Lines, otherLines, firstOther, windows);
    }

    void add(Piece piece) {
      int from = piece.first() ? piece.start() : piece.behindFirstLine();
      Place place = Place.of(piece, 1);
      int end = addLines(piece.text(), from, piece.text().length, place);
      if (piece.last()) {
        addLine(piece.text(), end, piece.text().length, place);
      }
    }

    /** Returns whether all of the file was read. */
    boolean read(Path file, int most) {
      byte[] block = new byte[BLOCK_BYTES];
      int line = 1;
      int kept = 0;
      try (InputStream text = Format.open(file)) {
        for (long bytes = 0; bytes < most; ) {
          int got = text.readNBytes(block, kept, block.length - kept);
          int filled = kept + got;
          int end = addLines(block, 0, filled, new Place(file, line));
          if (filled < block.length) {
            addLine(block, end, filled, new Place(file, line));
            return true;
          }
          line += lines(block, end);
          bytes += got;
          kept = end == 0 ? 0 : filled - end; // a line longer than a block is cut
          System.arraycopy(block, filled - kept, block, 0, kept);
        }
        return text.read() < 0;
      } catch (IOException e) {
        throw new LoadpathException(Format.explained(file, e).getMessage(), e);
      }
    }

    private static int lines(byte[] text, int to) {
      int lines = 0;
      for (int i = 0; i < to; i++) {
        lines += text[i] == '\n' ? 1 : 0;
      }
      return lines;
    }

    /** Adds the lines that end there, and returns what is behind the last one. */
    private int addLines(byte[] text, int from, int to, Place first) {
      int line = 0;
      int start = from;
      boolean ascii = true;
      for (int i = from; i < to; i++) {
        byte b = text[i];
        ascii &= b >= 0;
        if (b == '\n') {
          if (!ascii) {
            addLine(text, start, i, first.plus(line));
          }
          ascii = true;
          start = i + 1;
          line++;
        }
      }
      return start;
    }

    private void addLine(byte[] text, int from, int to, Place place) {
      boolean ascii = true;
      for (int i = from; i < to; i++) {
        ascii &= text[i] >= 0;
      }
      if (ascii) {
        return;
      }
      if (characters.capacity() < to - from) {
        characters = CharBuffer.allocate(to - from);
      }
      characters.clear();
      decoder.reset();
      ByteBuffer line = ByteBuffer.wrap(text, from, to - from);
      if (!decoder.decode(line, characters, true).isError()) {
        utf8Lines++;
        return;
      }
      otherLines++;
      for (int i = from; i < to; i++) {
        windows |= (text[i] & 0xE0) == 0x80;
      }
      firstOther = firstOther == null ? place : firstOther;
    }
  }
}
