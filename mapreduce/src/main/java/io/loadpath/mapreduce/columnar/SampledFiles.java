package io.loadpath.mapreduce.columnar;

import io.loadpath.loads.files.ChunkFiles;
import io.loadpath.loads.files.ChunkSource;
import io.loadpath.loads.files.EvenSplits.Piece;
import io.loadpath.loads.files.RowChunks.Chunk;
import io.loadpath.rows.TextFormat;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/**
 * Files of which only some rows are read: one of each {@code stride} rows of a piece, evenly
 * spread. Of an Avro file, it is the first block that begins in the piece; if none does, the file's
 * first.
 */
public record SampledFiles(ColumnarFiles files, long stride) implements ChunkFiles {
  private static final int CHUNK_BYTES = 64 * 1024;

  @Override
  public TextFormat format() {
    return files.format();
  }

  @Override
  public ChunkSource open(Piece piece, int number, Configuration conf) throws IOException {
    try {
      RowReader rows = files.rows(piece, conf);
      if (files.kind() == FileKind.AVRO && rows.position() == RowReader.END) {
        rows.close();
        rows = files.rows(new Piece(piece.file(), piece.fileBytes(), piece.modified()), conf);
      }
      return new Sample(rows, number);
    } catch (RuntimeException e) {
      throw files.damaged(e);
    }
  }

  @Override
  public String describe(long position) {
    return files.describe(position);
  }

  /** Gathers the rows of a sample. */
  private final class Sample implements ChunkSource {
    private final RowReader rows;
    private final int number;
    private final RowText text = new RowText();
    private long left = stride / 2;

    Sample(RowReader rows, int number) {
      this.rows = rows;
      this.number = number;
    }

    @Override
    public Chunk next() throws IOException {
      text.clear();
      try {
        while (text.length() < CHUNK_BYTES && rows.position() != RowReader.END) {
          if (left-- > 0) {
            rows.skip();
            continue;
          }
          text.beginRow();
          rows.read(text);
          text.endRow();
          left = stride - 1;
        }
      } catch (RuntimeException e) {
        throw files.damaged(e);
      }
      return text.rows() == 0
          ? null
          : new Chunk(text.bytes(), text.length(), number, 0, text.starts());
    }

    @Override
    public long bytesRead() {
      return rows.bytesRead();
    }

    @Override
    public void close() throws IOException {
      rows.close();
    }
  }
}
