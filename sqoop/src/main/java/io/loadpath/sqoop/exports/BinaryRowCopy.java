package io.loadpath.sqoop.exports;

import io.loadpath.rows.BinaryCopy;
import io.loadpath.rows.DateOrder;
import java.io.IOException;
import java.util.List;

/** Rows for binary COPY. */
final class BinaryRowCopy implements RowCopy {
  private final BinaryCopy binary;
  private RowChunk chunk;

  BinaryRowCopy(ExportPlan plan, DateOrder order, BinaryCopy.Sink sink, Rejects rejects) {
    List<BinaryCopy.Column> columns =
        plan.columns().stream()
            .map(column -> new BinaryCopy.Column(column.name(), column.binary().orElseThrow()))
            .toList();
    BinaryCopy.Rejects toPlaces =
        row -> rejects.reject(chunk.piece(), chunk.offset() + row.offset(), row.wrong());
    binary = new BinaryCopy(columns, plan.format(), order, toPlaces, sink);
  }

  @Override
  public void write(RowChunk rows) throws IOException {
    chunk = rows;
    binary.write(rows.bytes(), 0, rows.length());
    binary.endText(); // chunks have whole rows, and the converter counts bytes from a text's begin
  }

  @Override
  public void end() throws IOException {
    binary.end();
  }

  @Override
  public long rows() {
    return binary.rows();
  }
}
