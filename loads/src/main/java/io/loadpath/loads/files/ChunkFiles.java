package io.loadpath.loads.files;

import io.loadpath.loads.Coded;
import io.loadpath.loads.files.EvenSplits.Piece;
import io.loadpath.rows.TextFormat;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** Files of a job that have no text, such as ORC files. Their rows become text of one format. */
public interface ChunkFiles extends Serializable {
  String KEY = "loadpath.load.files";

  /** Returns the format of the rows in chunks. */
  TextFormat format();

  /**
   * Opens a piece.
   *
   * @param number of the piece, for its chunks
   * @throws IOException if the file differs from the one that the client listed
   */
  ChunkSource open(Piece piece, int number, Configuration conf) throws IOException;

  /** Describes a row's position in its file, such as {@code row 7}. */
  String describe(long position);

  /** Passes the files to the tasks of a job. */
  default void addTo(Configuration conf) throws IOException {
    Coded.put(conf, KEY, this);
  }

  /** Returns the files of a job; empty if they are text. */
  static Optional<ChunkFiles> of(Configuration conf) {
    try {
      return conf.get(KEY) == null
          ? Optional.empty()
          : Optional.of(Coded.get(conf, KEY, ChunkFiles.class));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
