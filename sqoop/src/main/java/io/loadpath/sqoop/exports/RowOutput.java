package io.loadpath.sqoop.exports;

import io.loadpath.copy.FieldException;
import java.io.IOException;

/** Takes rows field by field, in a form of COPY. */
interface RowOutput {
  void beginRow();

  /** Adds the field {@code text[from..to)}, which is not NULL. */
  void field(int column, byte[] text, int from, int to) throws FieldException;

  void nullField();

  /** Takes the row back that was begun last. */
  void dropRow();

  void endRow() throws IOException;

  /** Sends the rest. */
  void end() throws IOException;
}
