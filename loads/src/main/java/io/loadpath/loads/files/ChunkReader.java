package io.loadpath.loads.files;

import io.loadpath.loads.Share;
import io.loadpath.loads.files.EvenSplits.Piece;
import io.loadpath.loads.files.RowChunks.Chunk;
import io.loadpath.rows.TextFormat;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Reads the pieces of files in a mapper's {@link Share}, chunk by chunk: text, or {@link
 * ChunkFiles}.
 */
public final class ChunkReader extends RecordReader<NullWritable, Chunk> {
  private final TextFormat format;
  private final int headerLines;
  private Configuration conf;
  private Piece[] pieces;
  private long bytes;
  private long bytesOfPiecesBefore;
  private Optional<ChunkFiles> files;
  private ChunkSource in;
  private Chunk chunk;
  private int piece = -1;

  /**
   * @param format of text files
   * @param headerLines at the start of each text file, which are not rows
   */
  public ChunkReader(TextFormat format, int headerLines) {
    this.format = format;
    this.headerLines = headerLines;
  }

  @Override
  public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
    conf = context.getConfiguration();
    files = ChunkFiles.of(conf);
    Share share = (Share) split;
    pieces = share.work(Piece[].class);
    bytes = share.getLength();
  }

  @Override
  public boolean nextKeyValue() throws IOException {
    while (in != null || piece + 1 < pieces.length) {
      try {
        if (in == null) {
          piece++;
          in = open(pieces[piece]);
        }
        chunk = in.next();
      } catch (IOException e) {
        throw new IOException("file %s: %s".formatted(pieces[piece].file(), e.getMessage()), e);
      }
      if (chunk != null) {
        return true;
      }
      bytesOfPiecesBefore += pieces[piece].bytes();
      close();
    }
    return false;
  }

  private ChunkSource open(Piece next) throws IOException {
    return files.isPresent()
        ? files.get().open(next, piece, conf)
        : RowChunks.open(next, piece, format, headerLines, conf);
  }

  @Override
  public NullWritable getCurrentKey() {
    return NullWritable.get();
  }

  @Override
  public Chunk getCurrentValue() {
    return chunk;
  }

  @Override
  public float getProgress() {
    long read = bytesOfPiecesBefore + (in == null ? 0 : in.bytesRead());
    return bytes == 0 ? 0 : Math.min(1, (float) read / bytes);
  }

  @Override
  public void close() throws IOException {
    ChunkSource open = in;
    in = null;
    if (open != null) {
      open.close();
    }
  }
}
