package io.loadpath.engines.hive;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;

/** Prints rows as Hive's command line does. */
final class Rows {
  private Rows() {}

  static void print(ResultSet rows, OutputStream out) throws SQLException, IOException {
    int columns = rows.getMetaData().getColumnCount();
    while (rows.next()) {
      for (int column = 1; column <= columns; column++) {
        if (column > 1) {
          out.write('\t');
        }
        out.write(bytes(rows.getObject(column)));
      }
      out.write('\n');
    }
  }

  static byte[] bytes(Object value) {
    if (value instanceof byte[] binary) {
      return binary;
    }
    return text(value).getBytes(UTF_8);
  }

  private static String text(Object value) {
    if (value == null) {
      return "NULL";
    }
    if (value instanceof BigDecimal decimal) {
      return decimal.toPlainString();
    }
    if (value instanceof Timestamp time) {
      return time.toString().replaceFirst("\\.0$", "");
    }
    return value.toString();
  }
}
