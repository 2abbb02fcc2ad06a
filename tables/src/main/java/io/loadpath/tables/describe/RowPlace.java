package io.loadpath.tables.describe;

import java.nio.file.Path;

/**
 * The place where a row begins.
 *
 * @param line of the file, from 1; 0: unknown, because the file was not read from its beginning
 */
record RowPlace(Path file, int line) {
  @Override
  public String toString() {
    return line == 0 ? file + ", in its middle" : file + ":" + line;
  }
}
