package io.loadpath.tables.describe;

import io.loadpath.tables.DatasetException;
import io.loadpath.tables.Format;
import io.loadpath.tables.describe.FileSample.Piece;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Finds the encoding of characters that are not ASCII. They may come late in a file and are cheap
 * to look for, so this reads more than a {@link FileSample}.
 */
final class Encoding {
  /** Maximum bytes of text that are read. */
  private static final int MAX_BYTES = 128 << 20;

  private static final int BLOCK_BYTES = 1 << 20;

  /** Whether all bytes of all files were read. */
  final boolean whole;

  /** Lines with characters other than ASCII in UTF-8. */
  long utf8Lines;

  /** Lines that are not UTF-8. */
  long otherLines;

  /** The first of them; null: there is none. */
  RowPlace firstOther;

  /** Whether a byte has a character in Windows-1252 but none in Latin-1. */
  boolean windows;

  /**
   * Reads the beginnings of files, at most 128 MB in sum, and the places within them that a sample
   * has.
   *
   * @throws DatasetException naming the file that cannot be read
   */
  Encoding(FileSample sample) throws DatasetException {
    whole = sample.whole() || addFiles(sample);
    for (Piece piece : sample.pieces()) {
      if (sample.whole() || !whole && !piece.first()) {
        add(piece);
      }
    }
  }

  /** Adds the beginnings of files, and returns whether the files end there. */
  private boolean addFiles(FileSample sample) throws DatasetException {
    List<Piece> heads = sample.firstPieces();
    boolean all = heads.size() == sample.files();
    for (Piece head : heads) {
      try (InputStream text = Format.open(head.file())) {
        all &= add(text, head, MAX_BYTES / heads.size());
      } catch (IOException e) {
        throw FileSample.unreadable(head.file(), e);
      }
    }
    return all;
  }

  private void add(Piece piece) {
    try {
      add(new ByteArrayInputStream(piece.bytes()), piece, Integer.MAX_VALUE);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory is always readable
    }
  }

  /** Adds lines of a text, and returns whether the text ends there. */
  private boolean add(InputStream text, Piece piece, int most) throws IOException {
    int number = 1;
    String rest = "";
    for (int bytes = 0; bytes < most; bytes += BLOCK_BYTES) {
      byte[] read = text.readNBytes(BLOCK_BYTES);
      String block = rest + new String(read, StandardCharsets.ISO_8859_1);
      int start = 0;
      for (int end = block.indexOf('\n'); end >= 0; end = block.indexOf('\n', start)) {
        addLine(block.substring(start, end), piece.place(number));
        number++;
        start = end + 1;
      }
      rest = block.substring(start);
      boolean last = read.length < BLOCK_BYTES;
      if (last || rest.length() > BLOCK_BYTES) { // a longer line is looked at in parts
        addLine(rest, piece.place(number));
        rest = "";
      }
      if (last) {
        return true;
      }
    }
    return text.read() < 0;
  }

  private void addLine(String line, RowPlace place) {
    if (line.chars().allMatch(c -> c < 128)) {
      return;
    }
    try {
      byte[] bytes = line.getBytes(StandardCharsets.ISO_8859_1);
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      utf8Lines++;
    } catch (CharacterCodingException e) {
      otherLines++;
      firstOther = firstOther == null ? place : firstOther;
      windows |= line.chars().anyMatch(c -> c >= 0x80 && c < 0xA0);
    }
  }

  /** UTF-8, or ISO-8859-1 if more lines are not UTF-8 than are. */
  Charset charset() {
    return otherLines > utf8Lines ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8;
  }

  boolean ascii() {
    return utf8Lines + otherLines == 0;
  }
}
