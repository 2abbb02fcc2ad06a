package io.loadpath.benchmarks.describe;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.tables.Format;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What is read of files to describe them: the beginning of each, and of plain files also places
 * further on and the end. Files that are small in sum are read whole.
 *
 * @param pieces in the order of the files, and in each of its bytes
 * @param whole whether all bytes of all files were read
 * @param files number of files of the table; not all of many are opened
 */
record Sample(List<Piece> pieces, boolean whole, int files) {
  /** Maximum bytes of text that are read. */
  static final int MAX_BYTES = 10 << 20;

  /** Maximum number of files that are opened. */
  static final int MAX_FILES = 500;

  private static final int LEAST_SHARE = 16 << 10;
  private static final int PLACES = 8;

  /**
   * Reads files, at most {@code maxBytes} in sum.
   *
   * @throws LoadpathException naming the file that cannot be read or is no text
   */
  static Sample read(List<Path> files, int maxBytes) {
    List<Path> opened = evenly(files);
    int share = Math.max(LEAST_SHARE, maxBytes / opened.size());
    List<Piece> pieces = new ArrayList<>();
    boolean whole = opened.size() == files.size();
    long spare = 0;
    for (Path file : opened) {
      int most = (int) Math.min(maxBytes, share + spare);
      long before = bytes(pieces);
      whole &= readFile(file, most, pieces);
      spare = Math.max(0, most - (bytes(pieces) - before));
    }
    pieces.forEach(Sample::checkText);
    return new Sample(pieces, whole, files.size());
  }

  /** Without files that are empty. */
  Sample withText() {
    return new Sample(pieces.stream().filter(piece -> !piece.empty()).toList(), whole, files);
  }

  /** The beginnings of the files. */
  List<Piece> firstPieces() {
    return pieces.stream().filter(Piece::first).toList();
  }

  /** Which part of the files it is, in words. */
  String extent() {
    if (whole) {
      return "all";
    }
    String text = "%.0f MB of text".formatted(bytes(pieces) / 1e6);
    return pieces.stream().allMatch(Piece::first)
        ? "the first " + text
        : text + " from the beginning, %d places within and the end".formatted(PLACES - 1);
  }

  /** The beginning of each file, at most {@code maxBytes} in sum. */
  Sample head(int maxBytes) {
    List<Piece> heads = firstPieces();
    int share = maxBytes / heads.size();
    return new Sample(heads.stream().map(piece -> piece.head(share)).toList(), false, files);
  }

  /** The pieces whose rows a dialect can tell. */
  Sample readable(Dialect dialect) {
    return new Sample(
        pieces.stream().filter(piece -> Layout.readable(piece, dialect)).toList(), whole, files);
  }

  private static long bytes(List<Piece> pieces) {
    return pieces.stream().mapToLong(piece -> piece.text().length).sum();
  }

  private static List<Path> evenly(List<Path> files) {
    if (files.size() <= MAX_FILES) {
      return files;
    }
    List<Path> some = new ArrayList<>();
    for (int i = 0; i < MAX_FILES; i++) {
      some.add(files.get((int) ((long) i * (files.size() - 1) / (MAX_FILES - 1))));
    }
    return some;
  }

  /** Adds a file's pieces, and returns whether they are all of it. */
  private static boolean readFile(Path file, int most, List<Piece> pieces) {
    try {
      boolean plain = Format.of(file) == Format.NONE;
      boolean large = plain && Files.size(file) > most;
      byte[] head;
      try (InputStream text = Format.open(file)) {
        head = text.readNBytes(large ? most / 2 : most);
        boolean whole = !large && text.read() < 0;
        pieces.add(Piece.of(file, head, true, whole));
        if (whole) {
          return true;
        }
      }
      if (large) {
        readPlaces(file, head.length, most / 2 / PLACES, pieces);
      }
      return false;
    } catch (IOException e) {
      throw new LoadpathException(Format.explained(file, e).getMessage(), e);
    }
  }

  private static void readPlaces(Path file, int from, int bytes, List<Piece> pieces)
      throws IOException {
    try (RandomAccessFile plain = new RandomAccessFile(file.toFile(), "r")) {
      long size = plain.length();
      for (int i = 1; i <= PLACES; i++) {
        byte[] text = new byte[bytes];
        long start = from + (size - bytes - from) / PLACES * i;
        boolean last = i == PLACES;
        plain.seek(last ? size - bytes : start);
        plain.readFully(text);
        pieces.add(Piece.of(file, text, false, last));
      }
    }
  }

  private static void checkText(Piece piece) {
    byte[] text = piece.text();
    int first = text.length < 2 ? 0 : (text[0] & 0xFF) << 8 | text[1] & 0xFF;
    if (piece.first() && (first == 0xFEFF || first == 0xFFFE)) {
      throw new LoadpathException(
          "%s: is UTF-16, which no path reads; write it again as UTF-8, such as with iconv -f UTF-16 -t UTF-8"
              .formatted(piece.file()));
    }
    int i = piece.start();
    boolean lineEnd = false;
    while (i < text.length && text[i] != 0) {
      lineEnd |= text[i] == '\n';
      i++;
    }
    if (i < text.length) {
      throw new LoadpathException(
          "%s: has a NUL byte, so it is no text in UTF-8 or Latin-1; the name of a compressed file must end in .gz, .zst, .lz4 or .bz2"
              .formatted(piece.file()));
    }
    if (piece.first()
        && !lineEnd
        && new String(text, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf('\r') >= 0) {
      throw new LoadpathException(
          "%s: its lines end with CR alone, which no path reads; write it again with LF, such as with tr '\\r' '\\n'"
              .formatted(piece.file()));
    }
  }
}
