package io.loadpath.rows;

import java.io.IOException;
import java.util.List;

/**
 * Turns rows of text into the format of binary COPY, which costs the server less CPU time and the
 * client more. The format is in PostgreSQL's manual, "COPY". Not for several threads at once.
 */
public final class BinaryCopy {
  /** Where the bytes go: pieces of 64 KiB and a row at most, but for a row that is longer. */
  public interface Sink {
    void write(byte[] bytes, int start, int length) throws IOException;
  }

  /** What becomes of a row that cannot be sent. */
  public interface Rejects {
    /** Returns if the row is to be left out. */
    void rejected(RowException row) throws IOException;
  }

  /**
   * A column that the rows have, in their order.
   *
   * @param name for messages
   */
  public record Column(String name, ColumnType type) {}

  private final RowWriter writer;
  private final RowScanner rows;

  /**
   * Of text whose wrong rows are errors.
   *
   * @param order of dates with slashes
   */
  public BinaryCopy(List<Column> columns, TextFormat format, DateOrder order, Sink sink) {
    this(
        columns,
        format,
        order,
        row -> {
          throw row;
        },
        sink);
  }

  /**
   * @param order of dates with slashes
   * @param rejects gets each row of which a field is no text of its type, or which has other fields
   *     than columns or ends with CR LF
   */
  public BinaryCopy(
      List<Column> columns, TextFormat format, DateOrder order, Rejects rejects, Sink sink) {
    writer = new RowWriter(columns.size(), sink);
    rows =
        format.hasEscapes()
            ? new EscapedRows(columns, format, order, writer, rejects)
            : new PlainRows(columns, format, order, writer, rejects);
  }

  /** Sends the rows of a piece of the text; a row may go on in the next piece. */
  public void write(byte[] text, int length) throws IOException {
    write(text, 0, length);
  }

  /**
   * Sends the rows of a piece of the text, {@code text[from..to)}; a row may go on in the next
   * piece.
   *
   * @throws RowException if a row is longer than 16 MiB; nothing can be sent after it
   */
  public void write(byte[] text, int from, int to) throws IOException {
    rows.write(text, from, to);
  }

  /**
   * Sends the last row of a text, which may lack its end. What is written after it is another text:
   * its rows and bytes are counted from its beginning.
   */
  public void endText() throws IOException {
    rows.end();
  }

  /** Sends the last row, which may lack its end, and the end of the format. */
  public void end() throws IOException {
    rows.end();
    writer.end();
  }

  /** Returns the number of rows of all texts so far, without those that were left out. */
  public long rows() {
    return writer.rows();
  }
}
