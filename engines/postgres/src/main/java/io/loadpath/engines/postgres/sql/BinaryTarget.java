package io.loadpath.engines.postgres.sql;

import io.loadpath.engines.service.ServiceException;
import io.loadpath.rows.ColumnType;
import io.loadpath.rows.DateOrder;
import io.loadpath.rows.LostCopyException;
import io.loadpath.rows.RowCopy;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.postgresql.copy.CopyIn;
import org.postgresql.core.BaseConnection;

/**
 * Columns and types of a statement COPY … FROM STDIN (FORMAT binary).
 *
 * @param columns that each row has
 * @param text to convert
 * @param order of dates with slashes
 */
record BinaryTarget(List<RowCopy.Column> columns, FileCopy.BinaryFrom text, DateOrder order) {
  private static final Pattern COPY =
      Pattern.compile("(?is)\\s*COPY\\s+(.+?)\\s*(?:\\(([^)]*)\\))?\\s+FROM\\s+STDIN\\b.*");
  private static final Pattern BINARY = Pattern.compile("(?is).*\\bFORMAT\\s+'?binary\\b.*");
  private static final String COLUMNS =
      "SELECT coalesce(string_agg(quote_ident(attname), ', ' ORDER BY attnum), '') FROM pg_attribute"
          + " WHERE attrelid = ?::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''";

  /**
   * Asks the server.
   *
   * @throws ServiceException if the statement needs text, or a column has no binary form here
   */
  static BinaryTarget of(BaseConnection session, String sql, FileCopy.BinaryFrom text)
      throws SQLException {
    Matcher copy = COPY.matcher(sql);
    if (!BINARY.matcher(sql).matches() || !copy.matches()) {
      throw new ServiceException(
          "--to-binary needs a statement COPY table FROM STDIN (FORMAT binary), found: " + sql);
    }
    String table = copy.group(1);
    String names = copy.group(2) == null ? columns(session, table) : copy.group(2);
    List<RowCopy.Column> columns = new ArrayList<>();
    try (Statement statement = session.createStatement()) {
      statement.setEscapeProcessing(false);
      try (ResultSet none =
          statement.executeQuery("SELECT %s FROM %s WHERE false".formatted(names, table))) {
        ResultSetMetaData about = none.getMetaData();
        for (int i = 1; i <= about.getColumnCount(); i++) {
          RowCopy.Column column = column(about.getColumnName(i), about.getColumnTypeName(i));
          boolean hex = text.hexBytes() && column.type() == ColumnType.BYTEA;
          columns.add(hex ? new RowCopy.Column(column.name(), ColumnType.HEX) : column);
        }
      }
      try (ResultSet style = statement.executeQuery("SHOW DateStyle")) {
        style.next();
        return new BinaryTarget(columns, text, DateOrder.of(style.getString(1)));
      }
    }
  }

  /** Returns the columns that a COPY without a list of columns fills: all except generated ones. */
  private static String columns(BaseConnection session, String table) throws SQLException {
    try (PreparedStatement statement = session.prepareStatement(COLUMNS)) {
      statement.setString(1, table);
      try (ResultSet names = statement.executeQuery()) {
        names.next();
        return names.getString(1);
      }
    }
  }

  private static RowCopy.Column column(String name, String type) {
    return ColumnType.named(type)
        .map(known -> new RowCopy.Column(name, known))
        .orElseThrow(
            () ->
                new ServiceException(
                    "column %s has the type %s, which --to-binary cannot send: leave --to-binary out, and send text"
                        .formatted(name, type)));
  }

  /** Returns the converter of text into this COPY. */
  RowCopy to(CopyIn copy) {
    RowCopy rows =
        RowCopy.binary(
            columns,
            text.format(),
            order,
            (bytes, start, length) -> {
              try {
                copy.writeToCopy(bytes, start, length);
              } catch (SQLException e) {
                throw new LostCopyException(e);
              }
            });
    rows.countLines(text.headerLines());
    return rows;
  }
}
