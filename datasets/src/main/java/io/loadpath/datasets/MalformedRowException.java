package io.loadpath.datasets;

import io.loadpath.tables.DatasetException;
import java.nio.file.Path;

/** A row that does not fit its table. */
public final class MalformedRowException extends DatasetException {
  private static final long serialVersionUID = 1;

  private final long lineIndex;
  private final String column;
  private final String problem;
  private final int next;

  /**
   * @param lineIndex lines before the one that the error is in, from the start of the given bytes
   * @param next where the next row starts in the given bytes
   */
  MalformedRowException(long lineIndex, String column, String problem, int next) {
    this("", lineIndex, column, problem, next);
  }

  private MalformedRowException(
      String place, long lineIndex, String column, String problem, int next) {
    super(place + "column " + column + ": " + problem);
    this.lineIndex = lineIndex;
    this.column = column;
    this.problem = problem;
    this.next = next;
  }

  /** The same in a file, moved down by a number of lines. */
  MalformedRowException in(Path file, long linesBefore) {
    long index = linesBefore + lineIndex;
    String place = "%s, line %d, ".formatted(file, index + 1);
    return new MalformedRowException(place, index, column, problem, next);
  }

  /** The same, moved down by a number of lines. */
  MalformedRowException after(long lines) {
    return new MalformedRowException(lineIndex + lines, column, problem, next);
  }

  /** The number of lines before the one that the error is in. */
  long lineIndex() {
    return lineIndex;
  }

  String column() {
    return column;
  }

  String problem() {
    return problem;
  }

  /** Where the next row starts in the given bytes. */
  int next() {
    return next;
  }
}
