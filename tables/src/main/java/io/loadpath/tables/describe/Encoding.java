package io.loadpath.tables.describe;

import io.loadpath.tables.DatasetException;
import io.loadpath.tables.Format;
import io.loadpath.tables.describe.FileSample.Piece;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Finds out how files write characters that are not ASCII. Such characters can come late, and it
 * costs little to look for them, so that more is read than for a {@link FileSample}.
 */
final class Encoding {
  /** Maximum bytes of text that are read. */
  private static final int MAX_BYTES = 128 << 20;

  private static final int BLOCK_BYTES = 1 << 16;

  /** Longer lines are looked at in parts. */
  private static final int MAX_LINE_BYTES = 1 << 20;

  private final boolean whole;
  private byte[] line = new byte[1 << 12];
  private int length;
  private boolean asciiLine = true;
  private long utf8Lines;
  private long otherLines;
  private RowPlace firstOther;
  private boolean windows;

  /**
   * Reads the beginnings of files, at most 128 MB in sum, and looks at the places within that a
   * sample has.
   *
   * @throws DatasetException naming the file that cannot be read
   */
  Encoding(FileSample sample) throws DatasetException {
    List<Piece> heads = sample.firstPieces();
    boolean toTheEnd = heads.size() == sample.files();
    for (Piece head : heads) {
      try (InputStream text = Format.open(head.file())) {
        text.skipNBytes(head.start());
        toTheEnd &= add(text, head, MAX_BYTES / heads.size());
      } catch (IOException e) {
        throw FileSample.unreadable(head.file(), e);
      }
    }
    whole = sample.whole() || toTheEnd;
    for (Piece piece : sample.pieces()) {
      if (!whole && !piece.first()) {
        int bytes = piece.text().length - piece.start();
        add(new ByteArrayInputStream(piece.text(), piece.start(), bytes), piece);
      }
    }
  }

  private void add(InputStream text, Piece piece) {
    try {
      add(text, piece, Integer.MAX_VALUE);
    } catch (IOException e) {
      throw new IllegalStateException(e); // memory can be read
    }
  }

  /** Adds lines of a text, and returns whether they are all of it. */
  private boolean add(InputStream text, Piece piece, int most) throws IOException {
    byte[] block = new byte[BLOCK_BYTES];
    int number = 1;
    for (int bytes = 0; bytes < most; ) {
      int got = text.read(block);
      if (got < 0) {
        endLine(piece.place(number));
        return true;
      }
      for (int i = 0; i < got; i++) {
        if (block[i] == '\n' || length == MAX_LINE_BYTES) {
          endLine(piece.place(number));
          number += block[i] == '\n' ? 1 : 0;
        } else {
          addByte(block[i]);
        }
      }
      bytes += got;
    }
    length = 0;
    asciiLine = true;
    return text.read() < 0;
  }

  private void addByte(byte b) {
    if (length == line.length) {
      line = Arrays.copyOf(line, 2 * length);
    }
    line[length++] = b;
    asciiLine &= b >= 0;
  }

  private void endLine(RowPlace place) {
    if (!asciiLine) {
      try {
        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line, 0, length));
        utf8Lines++;
      } catch (CharacterCodingException e) {
        otherLines++;
        firstOther = firstOther == null ? place : firstOther;
        for (int i = 0; i < length; i++) {
          windows |= (line[i] & 0xE0) == 0x80;
        }
      }
    }
    length = 0;
    asciiLine = true;
  }

  /** UTF-8, or ISO-8859-1 if more lines are not UTF-8 than are. */
  Charset charset() {
    return otherLines > utf8Lines ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8;
  }

  /** Whether all bytes of all files were read. */
  boolean whole() {
    return whole;
  }

  boolean ascii() {
    return utf8Lines + otherLines == 0;
  }

  /** Lines with characters other than ASCII in UTF-8. */
  long utf8Lines() {
    return utf8Lines;
  }

  /** Lines that are not UTF-8. */
  long otherLines() {
    return otherLines;
  }

  /** The first of them; null: there is none. */
  RowPlace firstOther() {
    return firstOther;
  }

  /** Whether a byte is there that Latin-1 has no character for, and Windows-1252 has. */
  boolean windows() {
    return windows;
  }
}
