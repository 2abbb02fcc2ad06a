package io.loadpath.loads.files;

import io.loadpath.loads.files.RowChunks.Chunk;
import java.io.Closeable;
import java.io.IOException;

/** Reads the rows of a piece of a file as text, chunk by chunk. */
public interface ChunkSource extends Closeable {
  /** Returns the next rows, or null at the end. */
  Chunk next() throws IOException;

  /** Returns the number of bytes of the piece's file that were read, compressed or not. */
  long bytesRead();
}
