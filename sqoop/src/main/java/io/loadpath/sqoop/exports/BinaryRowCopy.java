package io.loadpath.sqoop.exports;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.loadpath.rows.BinaryCopy;
import io.loadpath.rows.ColumnType;
import io.loadpath.rows.DateOrder;
import io.loadpath.rows.RowException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows for binary COPY. If the plan keeps places, each row begins with two more fields: its piece
 * and its offset.
 */
final class BinaryRowCopy implements RowCopy {
  private final BinaryCopy binary;
  private final RowEnds ends;
  private final boolean places;
  private final byte delimiter;
  private final Rejects rejects;

  private int piece = -1;

  /** Where the text that the converter knows begins in the file; without places. */
  private long textStart;

  /** Of the row that the converter gets; with places. */
  private long rowOffset;

  BinaryRowCopy(ExportPlan plan, DateOrder order, BinaryCopy.Sink sink, Rejects rejects) {
    List<BinaryCopy.Column> columns = new ArrayList<>();
    places = plan.keepsPlaces();
    if (places) {
      columns.add(new BinaryCopy.Column(Staging.PIECE, ColumnType.INT8));
      columns.add(new BinaryCopy.Column(Staging.OFFSET, ColumnType.INT8));
    }
    for (ExportColumn column : plan.columns()) {
      columns.add(new BinaryCopy.Column(column.name(), column.binary().orElseThrow()));
    }
    binary = new BinaryCopy(columns, plan.format(), order, this::reject, sink);
    ends = new RowEnds(plan.format());
    delimiter = (byte) plan.format().delimiter();
    this.rejects = rejects;
  }

  @Override
  public void startPiece(RowChunk chunk) throws IOException {
    binary.endText();
    piece = chunk.piece;
    textStart = chunk.offset;
  }

  @Override
  public void write(RowChunk chunk) throws IOException {
    if (!places) {
      binary.write(chunk.bytes, 0, chunk.length);
      return;
    }
    for (int start = 0; start < chunk.length; ) {
      int next = ends.next(chunk.bytes, start, chunk.length);
      int end = next < 0 ? chunk.length : next;
      rowOffset = chunk.offset + start;
      writeNumber(piece);
      writeNumber(rowOffset);
      binary.write(chunk.bytes, start, end);
      start = end;
    }
  }

  private void writeNumber(long number) throws IOException {
    byte[] digits = (Long.toString(number) + (char) delimiter).getBytes(US_ASCII);
    binary.write(digits, 0, digits.length);
  }

  private void reject(RowException row) throws IOException {
    rejects.reject(piece, places ? rowOffset : textStart + row.offset(), row.wrong());
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
