package io.loadpath.rows.parser;

import java.io.IOException;

/** A row that does not fit its table. The message names the column, not the file. */
public final class MalformedRowException extends IOException {
  private static final long serialVersionUID = 1;

  private final long lineIndex;
  private final String column;
  private final String problem;
  private final int next;

  /**
   * @param lineIndex number of lines between the start of the given bytes and the line with the
   *     error
   * @param next start of the next row in the given bytes
   */
  MalformedRowException(long lineIndex, String column, String problem, int next) {
    super("column " + column + ": " + problem);
    this.lineIndex = lineIndex;
    this.column = column;
    this.problem = problem;
    this.next = next;
  }

  /** The same, moved down by a number of lines. */
  public MalformedRowException after(long lines) {
    return new MalformedRowException(lineIndex + lines, column, problem, next);
  }

  /** The number of lines before the line with the error. */
  public long lineIndex() {
    return lineIndex;
  }

  public String column() {
    return column;
  }

  public String problem() {
    return problem;
  }

  /** The start of the next row in the given bytes. */
  public int next() {
    return next;
  }
}
