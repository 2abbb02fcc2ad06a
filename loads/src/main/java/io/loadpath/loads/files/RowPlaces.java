package io.loadpath.loads.files;

import io.loadpath.loads.files.EvenSplits.Piece;
import io.loadpath.loads.files.RowChunks.Chunk;
import io.loadpath.rows.RowBoundaries;
import io.loadpath.rows.TextFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CompressionCodecFactory;

/** Maps a sent row's number to its file and position. Memory: 44 bytes for a chunk of 256 kB. */
public final class RowPlaces {
  /** A place in the text of a piece's file. */
  private record Place(int piece, long offset) {}

  /**
   * The start of a chunk.
   *
   * @param rows sent before it
   */
  private record Begin(int piece, long offset, long rows) {}

  private final List<Piece> pieces;
  private final TextFormat format;
  private final Configuration conf;
  private final List<Begin> chunks = new ArrayList<>();
  private final Set<Place> rejected = new HashSet<>();
  private final Optional<ChunkFiles> files;
  private final CompressionCodecFactory codecs;

  public RowPlaces(List<Piece> pieces, TextFormat format, Configuration conf) {
    this.pieces = pieces;
    this.format = format;
    this.conf = conf;
    files = ChunkFiles.of(conf);
    codecs = new CompressionCodecFactory(conf);
  }

  /**
   * Notes the next chunk to be sent.
   *
   * @param rows sent before it
   */
  public void chunk(Chunk chunk, long rows) {
    chunks.add(new Begin(chunk.piece(), chunk.offset(), rows));
  }

  /** Notes a row that is not sent. */
  public void reject(int piece, long offset) {
    rejected.add(new Place(piece, offset));
  }

  /** Describes a row's place by its position. */
  public String describe(int piece, long offset) {
    Piece of = pieces.get(piece);
    if (files.isPresent()) {
      return "file %s, %s".formatted(of.file(), files.get().describe(offset));
    }
    boolean compressed = codecs.getCodec(of.path()) != null;
    return "file %s, byte %d%s"
        .formatted(of.file(), offset, compressed ? " of the uncompressed text" : "");
  }

  /**
   * Returns a row's position as a {@link io.loadpath.loads.exports.RejectsFile} has it: the byte in
   * the text, or the description of a row that has no text.
   */
  public String word(long position) {
    return files.map(files -> files.describe(position)).orElseGet(() -> Long.toString(position));
  }

  /** Describes the place of a row by its number among the sent rows, from 1. */
  public String describe(long row) throws IOException {
    int last = chunks.size() - 1;
    while (last > 0 && chunks.get(last).rows() >= row) {
      last--;
    }
    if (last < 0) {
      return "row " + row;
    }
    Begin begin = chunks.get(last);
    long n = row - begin.rows();
    return describe(begin.piece(), files.isEmpty() ? offset(begin, n) : position(begin, n));
  }

  /** Counts from the first row of a chunk to the n-th sent row. */
  private long position(Begin begin, long n) {
    long at = begin.offset();
    for (long left = n; ; at++) {
      if (!rejected.contains(new Place(begin.piece(), at)) && --left == 0) {
        return at;
      }
    }
  }

  /** Reads the file again from the start of a chunk to the n-th sent row. */
  private long offset(Begin begin, long n) throws IOException {
    RowBoundaries boundaries = new RowBoundaries(format);
    long left = n;
    try (RowChunks text =
        RowChunks.openAt(pieces.get(begin.piece()), begin.piece(), begin.offset(), format, conf)) {
      for (Chunk chunk = text.next(); chunk != null; chunk = text.next()) {
        for (int at = 0, next; at < chunk.length(); at = next < 0 ? chunk.length() : next) {
          next = boundaries.next(chunk.bytes(), at, chunk.length());
          Place place = new Place(begin.piece(), chunk.offset() + at);
          if (!rejected.contains(place) && --left == 0) {
            return place.offset();
          }
        }
      }
    }
    throw new IOException("the file became shorter");
  }
}
