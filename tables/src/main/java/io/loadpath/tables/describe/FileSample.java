package io.loadpath.tables.describe;

import io.loadpath.tables.DatasetException;
import io.loadpath.tables.Format;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The parts of files that are read to describe them: the beginning of each, and for plain files
 * also later places and the end. Files that are small in sum are read whole.
 *
 * @param pieces with text, in the order of the files, and within a file in the order of its bytes
 * @param whole whether all bytes of all files were read
 * @param files number of files of the table; if there are many, some are not opened
 */
record FileSample(List<Piece> pieces, boolean whole, int files) {
  /** Maximum bytes of text that are read. */
  private static final int MAX_BYTES = 10 << 20;

  /** Maximum number of files that are opened. */
  private static final int MAX_FILES = 500;

  /** The byte order mark of UTF-8, in Latin-1. */
  private static final String BYTE_ORDER_MARK = "\u00ef\u00bb\u00bf";

  private static final int LEAST_SHARE = 16 << 10;
  private static final int PLACES = 8;

  /**
   * One place in a file's text.
   *
   * @param text without a byte order mark, and without the row in which the place begins; the last
   *     row is not whole where the file goes on
   * @param first whether the file begins here
   * @param last whether the file ends here
   */
  record Piece(Path file, String text, boolean first, boolean last) {
    static Piece of(Path file, byte[] bytes, boolean first, boolean last) {
      String text = new String(bytes, StandardCharsets.ISO_8859_1);
      int start = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length() : 0;
      if (!first) {
        int end = text.indexOf('\n');
        start = end < 0 ? text.length() : end + 1;
      }
      return new Piece(file, text.substring(start), first, last);
    }

    /** Its beginning. */
    Piece head(int maxBytes) {
      return text.length() <= maxBytes
          ? this
          : new Piece(file, text.substring(0, maxBytes), first, false);
    }

    byte[] bytes() {
      return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Goes through its whole rows. */
    RowCursor rows(Separators separators) {
      return new RowCursor(text, separators);
    }

    RowPlace place(int line) {
      return new RowPlace(file, first ? line : 0);
    }
  }

  /**
   * Reads files as Latin-1.
   *
   * @throws DatasetException naming the file that cannot be read or is not text
   */
  static FileSample read(List<Path> files) throws DatasetException {
    List<Path> opened = evenly(files);
    int share = Math.max(LEAST_SHARE, MAX_BYTES / opened.size());
    List<Piece> pieces = new ArrayList<>();
    boolean whole = opened.size() == files.size();
    long spare = 0;
    for (Path file : opened) {
      int most = (int) Math.min(MAX_BYTES, share + spare);
      long before = bytes(pieces);
      try {
        whole &= readFile(file, most, pieces);
      } catch (IOException e) {
        throw unreadable(file, e);
      }
      spare = Math.max(0, most - (bytes(pieces) - before));
    }
    for (Piece piece : pieces) {
      checkText(piece);
    }
    List<Piece> filled = pieces.stream().filter(p -> !p.first || !p.text.isEmpty()).toList();
    return new FileSample(filled, whole, files.size());
  }

  static DatasetException unreadable(Path file, IOException e) {
    return new DatasetException(Format.explained(file, e).getMessage(), e);
  }

  /** The beginnings of the files. */
  List<Piece> firstPieces() {
    return pieces.stream().filter(Piece::first).toList();
  }

  /** The part of the files that was read, in words. */
  String extent() {
    if (whole) {
      return "all";
    }
    String text = String.format(Locale.ROOT, "%.0f MB of text", bytes(pieces) / 1e6);
    return pieces.stream().allMatch(Piece::first)
        ? "the first " + text
        : text + " from the beginning, %d places between and the end".formatted(PLACES - 1);
  }

  /** The beginning of each file, at most {@code maxBytes} in sum. */
  FileSample head(int maxBytes) {
    List<Piece> heads = firstPieces();
    int share = maxBytes / heads.size();
    return new FileSample(heads.stream().map(piece -> piece.head(share)).toList(), false, files);
  }

  /** The same in another encoding. */
  FileSample in(Charset charset) {
    return new FileSample(
        pieces.stream()
            .map(
                piece ->
                    new Piece(
                        piece.file, new String(piece.bytes(), charset), piece.first, piece.last))
            .toList(),
        whole,
        files);
  }

  /** The pieces that these separators divide into rows. */
  FileSample readable(Separators separators) {
    return new FileSample(
        pieces.stream().filter(piece -> Layout.readable(piece, separators)).toList(), whole, files);
  }

  private static long bytes(List<Piece> pieces) {
    return pieces.stream().mapToLong(piece -> piece.text().length()).sum();
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

  /** Adds a file's pieces, and returns whether they are the whole file. */
  private static boolean readFile(Path file, int most, List<Piece> pieces) throws IOException {
    boolean large = Format.of(file) == Format.NONE && Files.size(file) > most;
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
  }

  private static void readPlaces(Path file, int from, int bytes, List<Piece> pieces)
      throws IOException {
    try (RandomAccessFile plain = new RandomAccessFile(file.toFile(), "r")) {
      long size = plain.length();
      for (int i = 1; i <= PLACES; i++) {
        byte[] text = new byte[bytes];
        boolean last = i == PLACES;
        plain.seek(last ? size - bytes : from + (size - bytes - from) / PLACES * i);
        plain.readFully(text);
        pieces.add(Piece.of(file, text, false, last));
      }
    }
  }

  private static void checkText(Piece piece) throws DatasetException {
    String text = piece.text;
    if (piece.first && (text.startsWith("\u00fe\u00ff") || text.startsWith("\u00ff\u00fe"))) {
      throw new DatasetException(
          "%s: is UTF-16, which no path reads; write it again as UTF-8, such as with iconv -f UTF-16 -t UTF-8"
              .formatted(piece.file));
    }
    if (text.indexOf('\0') >= 0) {
      throw new DatasetException(
          "%s: has a NUL byte, so it is not text in UTF-8 or Latin-1; the name of a compressed file must end in .gz, .zst, .lz4 or .bz2"
              .formatted(piece.file));
    }
    if (piece.first && text.indexOf('\n') < 0 && text.indexOf('\r') >= 0) {
      throw new DatasetException(
          "%s: its lines end with CR alone, which no path reads; write it again with LF, such as with tr '\\r' '\\n'"
              .formatted(piece.file));
    }
  }
}
