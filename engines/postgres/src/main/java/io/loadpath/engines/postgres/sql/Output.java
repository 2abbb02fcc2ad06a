package io.loadpath.engines.postgres.sql;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Prints one session's rows. Sessions share a stream, so it gets whole rows only. */
final class Output {
  private static final int ENOUGH_BYTES = 65_536;

  private final ByteArrayOutputStream pending = new ByteArrayOutputStream();
  private final PrintStream stream;

  Output(PrintStream stream) {
    this.stream = stream;
  }

  void line(String text) {
    row((text + "\n").getBytes(UTF_8));
  }

  /** A row with its line end. */
  void row(byte[] bytes) {
    pending.writeBytes(bytes);
    if (pending.size() >= ENOUGH_BYTES) {
      flush();
    }
  }

  /** Rows without header or footer, '|' between columns, nothing for NULL. */
  void rows(ResultSet rows) throws SQLException {
    int columns = rows.getMetaData().getColumnCount();
    StringBuilder line = new StringBuilder();
    while (columns > 0 && rows.next()) {
      line.setLength(0);
      for (int column = 1; column <= columns; column++) {
        String value = rows.getString(column);
        line.append(column > 1 ? "|" : "").append(value == null ? "" : value);
      }
      line(line.toString());
    }
  }

  void flush() {
    synchronized (stream) {
      stream.writeBytes(pending.toByteArray());
      if (stream.checkError()) {
        throw new SqlClient.OutputLostException();
      }
    }
    pending.reset();
  }
}
