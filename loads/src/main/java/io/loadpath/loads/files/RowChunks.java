package io.loadpath.loads.files;

import io.loadpath.loads.files.EvenSplits.Piece;
import io.loadpath.rows.LoneHeader;
import io.loadpath.rows.RowBoundaries;
import io.loadpath.rows.TextFormat;
import io.loadpath.rows.parser.Utf8;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;

/** Reads the rows that begin in a piece of a file, as uncompressed chunks of whole rows. */
public final class RowChunks implements ChunkSource {
  /**
   * Whole rows of a piece of a file: {@code bytes[0..length)}, valid until the next chunk is read.
   * Only the last row of a file may lack its end.
   *
   * @param piece number of the piece in its mapper's share, from 0
   * @param offset of the first byte in the (uncompressed) text; of a file without text, the
   *     position of the first row
   * @param rowStarts where each row begins in the bytes, if the file has no text; otherwise null
   */
  public record Chunk(byte[] bytes, int length, int piece, long offset, int[] rowStarts) {
    Chunk(byte[] bytes, int length, int piece, long offset) {
      this(bytes, length, piece, offset, null);
    }

    /**
     * Returns the position in the file of the row that begins at a byte of the chunk: an offset in
     * its text, or a number of the row. It increases from row to row, and does not depend on how
     * files are cut.
     */
    public long position(long start) {
      return offset + (rowStarts == null ? start : Arrays.binarySearch(rowStarts, (int) start));
    }
  }

  private static final int CHUNK_BYTES = 256 * 1024;

  /** Longer rows are an error: they could fill the heap. */
  private static final int MAX_ROW_BYTES = 16 << 20;

  private static final int NO_BYTE = -2;
  private static final long TO_THE_END = Long.MAX_VALUE;
  private static final long MILLIS_PER_SECOND = 1000;

  private final TextFormat format;
  private final RowBoundaries boundaries;
  private final FileStart start;
  private final int piece;
  private final int chunkBytes;
  private FSDataInputStream file;
  private InputStream text;
  private long fileStart;
  private long left = TO_THE_END;

  /** {@code buffer[from..filled)} was read and is in no chunk yet; it begins at {@code offset}. */
  private byte[] buffer;

  private int from;
  private int filled;
  private long offset;

  private RowChunks(TextFormat format, int piece, int chunkBytes) {
    this.format = format;
    this.boundaries = new RowBoundaries(format);
    this.start = new FileStart(format);
    this.piece = piece;
    this.chunkBytes = chunkBytes;
    buffer = new byte[2 * chunkBytes];
  }

  /**
   * Opens a piece.
   *
   * @param number of the piece, for its chunks
   * @param headerLines at the start of the file, which are not rows
   * @throws IOException if the file differs from the one that the client listed
   */
  public static RowChunks open(
      Piece piece, int number, TextFormat format, int headerLines, Configuration conf)
      throws IOException {
    return open(piece, number, format, headerLines, CHUNK_BYTES, conf);
  }

  /**
   * Opens a piece.
   *
   * @param chunkBytes bytes of a chunk, if its rows are not longer
   * @throws IOException if the file differs from the one that the client listed
   */
  public static RowChunks open(
      Piece piece,
      int number,
      TextFormat format,
      int headerLines,
      int chunkBytes,
      Configuration conf)
      throws IOException {
    requireUnchanged(piece, conf);
    RowChunks chunks = openAt(piece, number, 0, format, chunkBytes, conf);
    try {
      chunks.skip(headerLines);
      if (chunks.text == chunks.file) { // uncompressed: only the listed bytes, and all of them
        chunks.limit(piece);
      }
    } catch (IOException | RuntimeException e) {
      chunks.close();
      throw e;
    }
    return chunks;
  }

  /**
   * Compares a piece's file with its listing.
   *
   * @throws IOException if the file differs from the one that the client listed
   */
  public static void requireUnchanged(Piece piece, Configuration conf) throws IOException {
    FileStatus found = piece.path().getFileSystem(conf).getFileStatus(piece.path());
    // some stores have fractions of a second in listings, but not for a single file
    long seconds = found.getModificationTime() / MILLIS_PER_SECOND;
    if (found.getLen() != piece.fileBytes() || seconds != piece.modified() / MILLIS_PER_SECOND) {
      throw new IOException(
          "file %s changed after the export began: run the export again when the file is complete"
              .formatted(piece.file()));
    }
  }

  /** Opens a piece's file from the start of a row to the file's end. */
  static RowChunks openAt(
      Piece piece, int number, long offset, TextFormat format, Configuration conf)
      throws IOException {
    return openAt(piece, number, offset, format, CHUNK_BYTES, conf);
  }

  private static RowChunks openAt(
      Piece piece, int number, long offset, TextFormat format, int chunkBytes, Configuration conf)
      throws IOException {
    RowChunks chunks = new RowChunks(format, number, chunkBytes);
    CompressionCodec codec = new CompressionCodecFactory(conf).getCodec(piece.path());
    chunks.file = piece.path().getFileSystem(conf).open(piece.path());
    chunks.text = chunks.file;
    chunks.offset = offset;
    try {
      if (codec == null) {
        chunks.file.seek(offset);
        chunks.fileStart = offset;
      } else {
        chunks.text = Compression.input(codec, chunks.file);
        chunks.text.skipNBytes(offset);
      }
    } catch (IOException | RuntimeException e) {
      chunks.close();
      throw e;
    }
    return chunks;
  }

  /** Skips lines from the start of the file, and a byte order mark before them. */
  private void skip(int lines) throws IOException {
    if (lines > 0 || start.skipsMark()) { // after a mark, no quote would be at a field's start
      filled = text.readNBytes(buffer, 0, Utf8.MARK_BYTES);
      start.checkEncoding(buffer, filled);
      from = Utf8.startsWithMark(buffer, 0, filled) ? filled : 0;
      offset = from;
    }
    int skipped = 0;
    for (Chunk chunk = null; skipped < lines && (chunk = next()) != null; ) {
      int at = 0;
      for (; skipped < lines && at < chunk.length(); skipped++) {
        int next = boundaries.next(chunk.bytes(), at, chunk.length());
        if (next < 0) {
          requireOneLine(chunk, at);
        }
        int end = next < 0 ? chunk.length() : next;
        start.checkHeader(chunk.bytes(), at, end);
        at = end;
      }
      from = at; // the chunk's other rows are for the next call
      offset = chunk.offset() + at;
    }
  }

  /** Refuses a header line that goes on to the file's end and takes all rows. */
  private void requireOneLine(Chunk chunk, int from) throws IOException {
    boolean encloses = format.enclosing() != TextFormat.NONE;
    for (int i = from; i < chunk.length() && encloses; i++) {
      if (chunk.bytes()[i] == format.lineEnd()) {
        throw new IOException(
            "the header line at byte %d has %c without a second one, and would take all rows"
                .formatted(chunk.offset() + from, format.enclosing()));
      }
    }
    LoneHeader header = new LoneHeader(format);
    header.read(chunk.bytes(), from, chunk.length());
    Optional<String> problem = header.problem();
    if (problem.isPresent()) {
      throw new IOException(problem.get());
    }
  }

  /** Goes to the piece's first row, which may be another piece's if header lines fill this one. */
  private void limit(Piece piece) throws IOException {
    long afterHeader = offset;
    fileStart = piece.start();
    offset = Math.max(afterHeader, rowStart(file, format, piece.start(), piece.fileBytes()));
    long end = rowStart(file, format, piece.end(), piece.fileBytes());
    left = Math.max(0, end - offset);
    from = 0;
    filled = 0;
    file.seek(offset);
  }

  /**
   * Returns the offset of the first row that begins at or after a byte of a file; the file's length
   * if there is none. Only for formats without enclosure, where a row's start is known on its own.
   */
  static long rowStart(FSDataInputStream file, TextFormat format, long offset, long fileBytes)
      throws IOException {
    if (offset <= 0 || offset >= fileBytes) {
      return Math.min(Math.max(0, offset), fileBytes);
    }
    int escape = format.escape() == TextFormat.NONE ? NO_BYTE : format.escape();
    long at = offset - 1;
    for (; at > 0 && escape != NO_BYTE; at--) { // the escapes before it count
      file.seek(at - 1);
      if (file.read() != escape) {
        break;
      }
    }
    file.seek(at);
    InputStream bytes = new BufferedInputStream(file);
    for (int b = bytes.read(); b >= 0; b = bytes.read()) {
      at++;
      if (b == format.lineEnd()) {
        return at;
      }
      if (b == escape) {
        bytes.read();
        at++;
      }
    }
    return fileBytes;
  }

  @Override
  public Chunk next() throws IOException {
    filled -= from;
    System.arraycopy(buffer, from, buffer, 0, filled);
    from = 0;
    while (true) {
      boolean ended = read();
      int cut = ended ? filled : boundaries.last(buffer, 0, filled);
      if (cut > 0) {
        Chunk chunk = new Chunk(buffer, cut, piece, offset);
        offset += cut;
        from = cut;
        return chunk;
      }
      if (ended) {
        return null;
      }
      if (filled > MAX_ROW_BYTES) {
        throw new IOException(
            "the row at byte %d is longer than %d MiB: is --input-lines-terminated-by right?"
                .formatted(offset, MAX_ROW_BYTES >> 20));
      }
      if (buffer.length - filled < chunkBytes) {
        buffer = Arrays.copyOf(buffer, 2 * buffer.length);
      }
    }
  }

  /** Reads a chunk's bytes; true at the end of the piece. */
  private boolean read() throws IOException {
    int end = Math.min(buffer.length, filled + chunkBytes);
    while (filled < end && left > 0) {
      int length = text.read(buffer, filled, (int) Math.min(end - filled, left));
      if (length < 0 && left == TO_THE_END) {
        return true;
      }
      if (length < 0) {
        throw new EOFException(left + " bytes are missing at the end: the file became shorter");
      }
      filled += length;
      left -= left == TO_THE_END ? 0 : length;
    }
    return left == 0;
  }

  @Override
  public long bytesRead() {
    try {
      return Math.max(0, file.getPos() - fileStart);
    } catch (IOException e) {
      return 0;
    }
  }

  @Override
  public void close() throws IOException {
    text.close();
  }
}
