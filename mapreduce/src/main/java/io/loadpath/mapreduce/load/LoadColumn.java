package io.loadpath.mapreduce.load;

import io.loadpath.rows.ColumnType;
import io.loadpath.rows.RowCopy;
import java.io.Serializable;

/**
 * A column of the target that the files fill.
 *
 * @param blankPadded whether blanks at the end of a text are ignored, as in {@code char(n)}
 */
public record LoadColumn(String name, ColumnType type, boolean blankPadded)
    implements Serializable {
  RowCopy.Column forCopy() {
    return new RowCopy.Column(name, type);
  }
}
