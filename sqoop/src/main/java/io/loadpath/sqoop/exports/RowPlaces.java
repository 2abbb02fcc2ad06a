package io.loadpath.sqoop.exports;

import io.loadpath.rows.TextFormat;
import io.loadpath.sqoop.exports.ExportSplit.Piece;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CompressionCodecFactory;

/** Maps a sent row's number to its file and byte. Memory: 24 bytes for a chunk of 256 kB. */
final class RowPlaces {
  private final List<Piece> pieces;
  private final RowEnds ends;
  private final Configuration conf;
  private final List<Integer> chunkPieces = new ArrayList<>();
  private long[] rowsBefore = new long[16];
  private long[] offsets = new long[16];
  private final Set<String> rejected = new HashSet<>();

  RowPlaces(List<Piece> pieces, TextFormat format, Configuration conf) {
    this.pieces = pieces;
    this.ends = new RowEnds(format);
    this.conf = conf;
  }

  /**
   * Notes a chunk that is sent next.
   *
   * @param rows sent before it
   */
  void chunk(RowChunk chunk, long rows) {
    int count = chunkPieces.size();
    if (count == offsets.length) {
      rowsBefore = Arrays.copyOf(rowsBefore, 2 * count);
      offsets = Arrays.copyOf(offsets, 2 * count);
    }
    rowsBefore[count] = rows;
    offsets[count] = chunk.offset;
    chunkPieces.add(chunk.piece);
  }

  /** Notes a row that is not sent. */
  void reject(int piece, long offset) {
    rejected.add(key(piece, offset));
  }

  /** Describes a row's place by its offset. */
  String describe(int piece, long offset) {
    Piece of = pieces.get(piece);
    boolean compressed = new CompressionCodecFactory(conf).getCodec(of.path()) != null;
    return "file %s, byte %d%s"
        .formatted(of.file(), offset, compressed ? " of the uncompressed text" : "");
  }

  /** Describes the place of a row by its number among the rows that were sent, from 1. */
  String describe(long row) throws IOException {
    int chunk = chunkPieces.size() - 1;
    while (chunk > 0 && rowsBefore[chunk] >= row) {
      chunk--;
    }
    if (chunk < 0) {
      return "row " + row;
    }
    int piece = chunkPieces.get(chunk);
    return describe(piece, offsetIn(piece, offsets[chunk], row - rowsBefore[chunk]));
  }

  /** Reads the file again from the beginning of a chunk to the n-th row that was sent. */
  private long offsetIn(int piece, long chunkOffset, long n) throws IOException {
    byte[] bytes = new byte[2 * ExportReader.CHUNK_BYTES];
    int filled = 0;
    int at = 0;
    long offset = chunkOffset;
    long left = n;
    boolean ended = false;
    try (PieceStream text = PieceStream.openFile(pieces.get(piece).path(), chunkOffset, conf)) {
      while (true) {
        int next = ends.next(bytes, at, filled);
        if (next < 0 && !ended) {
          System.arraycopy(bytes, at, bytes, 0, filled - at);
          offset += at;
          filled -= at;
          at = 0;
          if (filled == bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length);
          }
          int length = text.read(bytes, filled, bytes.length - filled);
          ended = length < 0;
          filled += Math.max(0, length);
          continue;
        }
        boolean sent = !rejected.contains(key(piece, offset + at));
        if (next < 0 || sent && --left == 0) {
          return offset + at;
        }
        at = next;
      }
    }
  }

  private static String key(int piece, long offset) {
    return piece + ":" + offset;
  }
}
