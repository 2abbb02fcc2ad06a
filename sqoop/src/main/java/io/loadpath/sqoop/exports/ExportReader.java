package io.loadpath.sqoop.exports;

import io.loadpath.sqoop.exports.ExportSplit.Piece;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Reads a split in chunks of whole rows. The chunk's bytes are valid until the next one. */
final class ExportReader extends RecordReader<NullWritable, RowChunk> {
  static final int CHUNK_BYTES = 256 * 1024;

  /** Longer rows are an error: they could fill the heap. */
  static final int MAX_ROW_BYTES = 16 << 20;

  private final RowChunk chunk = new RowChunk();
  private byte[] buffer = new byte[2 * CHUNK_BYTES];
  private Configuration conf;
  private List<Piece> pieces;
  private RowEnds ends;
  private long splitBytes;
  private long bytesOfPiecesBefore;

  private PieceStream in;
  private int piece = -1;

  /** {@code buffer[from..filled)} is read and in no chunk yet; it begins at {@code offset}. */
  private int from;

  private int filled;
  private long offset;

  @Override
  public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
    conf = context.getConfiguration();
    pieces = ((ExportSplit) split).pieces();
    splitBytes = ((ExportSplit) split).getLength();
    ends = new RowEnds(ExportPlan.from(conf).format());
  }

  @Override
  public boolean nextKeyValue() throws IOException {
    while (true) {
      if (in == null && piece + 1 == pieces.size()) {
        return false;
      }
      try {
        if (in == null) {
          piece++;
          in = PieceStream.open(pieces.get(piece), ends, conf);
          from = 0;
          filled = 0;
          offset = in.start();
        }
        if (fill()) {
          return true;
        }
      } catch (IOException e) {
        throw new IOException("file %s: %s".formatted(pieces.get(piece).file(), e.getMessage()), e);
      }
      bytesOfPiecesBefore += pieces.get(piece).bytes();
      close();
    }
  }

  /** Sets the next chunk of the piece; false if the piece has no more rows. */
  private boolean fill() throws IOException {
    int kept = filled - from;
    System.arraycopy(buffer, from, buffer, 0, kept);
    from = 0;
    filled = kept;
    while (true) {
      boolean ended = read();
      int cut = ended ? filled : ends.last(buffer, 0, filled);
      if (cut > 0) {
        chunk.bytes = buffer;
        chunk.length = cut;
        chunk.piece = piece;
        chunk.offset = offset;
        offset += cut;
        from = cut;
        return true;
      }
      if (ended) {
        return false;
      }
      if (filled > MAX_ROW_BYTES) {
        throw new IOException(
            "the row at byte %d is longer than %d MiB: do rows end as --input-lines-terminated-by says?"
                .formatted(offset, MAX_ROW_BYTES >> 20));
      }
      if (buffer.length - filled < CHUNK_BYTES) {
        buffer = Arrays.copyOf(buffer, 2 * buffer.length);
      }
    }
  }

  /** Reads a chunk's bytes; true at the end of the piece. */
  private boolean read() throws IOException {
    int end = Math.min(buffer.length, filled + CHUNK_BYTES);
    while (filled < end) {
      int length = in.read(buffer, filled, end - filled);
      if (length < 0) {
        return true;
      }
      filled += length;
    }
    return false;
  }

  @Override
  public NullWritable getCurrentKey() {
    return NullWritable.get();
  }

  @Override
  public RowChunk getCurrentValue() {
    return chunk;
  }

  @Override
  public float getProgress() {
    if (splitBytes == 0) {
      return 0;
    }
    long read = bytesOfPiecesBefore + (in == null ? 0 : in.bytesRead());
    return Math.min(1, (float) read / splitBytes);
  }

  @Override
  public void close() throws IOException {
    InputStream open = in;
    in = null;
    if (open != null) {
      open.close();
    }
  }
}
