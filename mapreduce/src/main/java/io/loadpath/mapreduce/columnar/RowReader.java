package io.loadpath.mapreduce.columnar;

import java.io.Closeable;
import java.io.IOException;

/** Reads the rows of a file's blocks that begin in a piece of it. */
interface RowReader extends Closeable {
  /** The position after the last row. */
  long END = -1;

  /** Returns the position of the next row, or {@link #END}. */
  long position() throws IOException;

  /** Adds the next row's fields to a text. */
  void read(RowText text) throws IOException;

  /** Leaves the next row out. */
  void skip() throws IOException;

  /** Returns the number of bytes of the piece's blocks that were read, or nearly so. */
  long bytesRead();
}
