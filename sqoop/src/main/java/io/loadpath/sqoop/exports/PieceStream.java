package io.loadpath.sqoop.exports;

import io.loadpath.sqoop.Compression;
import io.loadpath.sqoop.exports.ExportSplit.Piece;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;

/** The text of the rows that begin in a piece of a file, uncompressed. */
final class PieceStream extends InputStream {
  private static final long TO_THE_END = Long.MAX_VALUE;
  private static final long MILLIS_PER_SECOND = 1000;

  private final FSDataInputStream file;
  private final InputStream text;
  private final long fileStart;
  private final long start;
  private long left;

  private PieceStream(
      FSDataInputStream file, InputStream text, long fileStart, long start, long left) {
    this.file = file;
    this.text = text;
    this.fileStart = fileStart;
    this.start = start;
    this.left = left;
  }

  /**
   * @throws IOException if the file is another one than the export's client listed
   */
  static PieceStream open(Piece piece, RowEnds ends, Configuration conf) throws IOException {
    FileStatus found = piece.path().getFileSystem(conf).getFileStatus(piece.path());
    // some stores list fractions of a second that they forget when they are asked for one file
    long seconds = found.getModificationTime() / MILLIS_PER_SECOND;
    if (found.getLen() != piece.fileBytes() || seconds != piece.modified() / MILLIS_PER_SECOND) {
      throw new IOException(
          "file %s has changed since the export began: run it again when the file is complete"
              .formatted(piece.file()));
    }
    if (new CompressionCodecFactory(conf).getCodec(piece.path()) != null) {
      return openFile(piece.path(), 0, conf);
    }
    FSDataInputStream file = piece.path().getFileSystem(conf).open(piece.path());
    try {
      long start = piece.start();
      long end = piece.end();
      if (!piece.whole()) {
        start = ends.rowStart(file, start, piece.fileBytes());
        end = ends.rowStart(file, end, piece.fileBytes());
        file.seek(start);
      }
      return new PieceStream(file, file, piece.start(), start, Math.max(0, end - start));
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /** The text of a file from an offset to its end. */
  static PieceStream openFile(Path path, long offset, Configuration conf) throws IOException {
    CompressionCodec codec = new CompressionCodecFactory(conf).getCodec(path);
    FSDataInputStream file = path.getFileSystem(conf).open(path);
    try {
      if (codec == null) {
        file.seek(offset);
        return new PieceStream(file, file, offset, offset, TO_THE_END);
      }
      InputStream text = Compression.input(codec, file);
      text.skipNBytes(offset);
      return new PieceStream(file, text, 0, offset, TO_THE_END);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /** Place of the first byte in the text. */
  long start() {
    return start;
  }

  /** Bytes of the file, compressed or not, that have been read. */
  long bytesRead() {
    try {
      return Math.max(0, file.getPos() - fileStart);
    } catch (IOException e) {
      return 0;
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    if (left == 0) {
      return -1;
    }
    int count = text.read(bytes, from, (int) Math.min(length, left));
    if (left != TO_THE_END) {
      if (count < 0) {
        throw new EOFException(left + " bytes are missing at the end: the file has become shorter");
      }
      left -= count;
    }
    return count;
  }

  @Override
  public void close() throws IOException {
    text.close();
  }
}
