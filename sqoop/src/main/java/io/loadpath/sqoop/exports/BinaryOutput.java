package io.loadpath.sqoop.exports;

import io.loadpath.copy.BinaryRows;
import io.loadpath.copy.FieldException;
import java.io.IOException;

/** Rows for binary COPY. */
record BinaryOutput(BinaryRows rows) implements RowOutput {
  @Override
  public void beginRow() {
    rows.beginRow();
  }

  @Override
  public void field(int column, byte[] text, int from, int to) throws FieldException {
    rows.field(column, text, from, to);
  }

  @Override
  public void nullField() {
    rows.nullField();
  }

  @Override
  public void dropRow() {
    rows.dropRow();
  }

  @Override
  public void endRow() throws IOException {
    rows.endRow();
  }

  @Override
  public void end() throws IOException {
    rows.end();
  }
}
