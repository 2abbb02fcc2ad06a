package io.loadpath.rows;

/**
 * Checks the fields of a column by the rules of {@link BinaryCopy}, where the server gets them as
 * text. Not for several threads at once.
 */
public final class FieldCheck {
  private final BinaryCopy.Column column;
  private final DateOrder order;
  private byte[] text = new byte[1 << 10];
  private byte[] out = new byte[1 << 10];

  /**
   * @param order of dates with slashes
   */
  public FieldCheck(BinaryCopy.Column column, DateOrder order) {
    this.column = column;
    this.order = order;
  }

  /** Returns what is wrong with the field {@code field[0..length)}, which is not NULL, or "". */
  public String wrong(byte[] field, int length) {
    int room = length + ColumnType.MAX_MORE_BYTES + Bytes.SLACK;
    if (room > text.length) {
      text = new byte[2 * room];
      out = new byte[2 * room];
    }
    System.arraycopy(field, 0, text, 0, length);
    try {
      column.type().write(text, 0, length, order, out, 0);
      return "";
    } catch (FieldException e) {
      return "column %s: %s".formatted(column.name(), e.getMessage());
    }
  }
}
