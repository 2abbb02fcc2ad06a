package io.loadpath.benchmarks.describe;

import java.nio.file.Path;

/**
 * Where a row begins.
 *
 * @param line of the file, from 1; 0: not known, for the file was not read from its beginning
 */
record Place(Path file, int line) {

  static Place of(Piece piece, int line) {
    return new Place(piece.file(), piece.first() ? line : 0);
  }

  /** The place a number of lines further on. */
  Place plus(int lines) {
    return line == 0 ? this : new Place(file, line + lines);
  }

  @Override
  public String toString() {
    return line == 0 ? file + ", in its middle" : file + ":" + line;
  }
}
