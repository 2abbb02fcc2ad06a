package io.loadpath.mapreduce.load.partitions;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.loads.PostgresSession;
import io.loadpath.loads.Sql;
import io.loadpath.rows.ColumnType;
import io.loadpath.rows.DateOrder;
import io.loadpath.rows.RowCopy;
import io.loadpath.rows.TextFormat;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.postgresql.core.BaseConnection;

/** A table of the shared server, whose rows are made from text as the mappers make them. */
public final class TestTarget implements AutoCloseable {
  private static final TextFormat FORMAT =
      TextFormat.plain('|', "\\N", TextFormat.DelimiterAtEnd.NEVER);
  private static final int HEAD_BYTES = 19;

  /** Owns the table. */
  public final BaseConnection session;

  private final String name;
  private final List<RowCopy.Column> columns = new ArrayList<>();

  /**
   * Connects and makes the table.
   *
   * @param ddl statements that make the table
   */
  public TestTarget(String name, String ddl) throws Exception {
    this.name = name;
    session = connect();
    try {
      PostgresSession.useUsersPath(session);
      Sql.run(session, "DROP TABLE IF EXISTS %s CASCADE; %s".formatted(name, ddl));
      readColumns();
      PostgresSession.useOwnPath(session);
    } catch (Exception e) {
      session.close();
      throw e;
    }
  }

  /** Connects to the shared server. */
  public static BaseConnection connect() throws Exception {
    return sessions().connect("loadpath test");
  }

  /** Sessions of the shared server. */
  public static PostgresSession sessions() throws Exception {
    ConnectionInfo info = SharedServer.test().server.connection();
    return PostgresSession.of(
        info.jdbcUrl(),
        info.user(),
        Files.readString(info.passwordFile()).strip(),
        null,
        new Configuration(false));
  }

  private void readColumns() throws Exception {
    for (String[] row :
        Sql.rows(
            session,
            """
            SELECT a.attname, b.typname
            FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
              JOIN pg_type b ON b.oid = CASE WHEN t.typbasetype = 0 THEN t.oid ELSE t.typbasetype END
            WHERE a.attrelid = ?::text::regclass AND a.attnum > 0 AND NOT a.attisdropped
            ORDER BY a.attnum""",
            name)) {
      columns.add(new RowCopy.Column(row[0], ColumnType.named(row[1]).orElse(ColumnType.TEXT)));
    }
  }

  /** Reads the table's partitions from the catalog. */
  public TargetPartitions partitions() throws Exception {
    return partitions(columns.stream().map(RowCopy.Column::name).toList());
  }

  TargetPartitions partitions(List<String> names) throws Exception {
    String oid = Sql.value(session, "SELECT oid FROM pg_class WHERE relname = ?", name);
    return PartitionCatalog.read(session, Long.parseLong(oid), names);
  }

  /** Returns rows in the form of binary COPY. */
  public List<byte[]> binary(List<String> lines) throws Exception {
    return binary(columns, lines);
  }

  /** Returns rows of some columns in the form of binary COPY. */
  public static List<byte[]> binary(List<RowCopy.Column> columns, List<String> lines)
      throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    RowCopy copy = RowCopy.binary(columns, FORMAT, DateOrder.MDY, out::write);
    byte[] text = (String.join("\n", lines) + "\n").getBytes(UTF_8);
    copy.write(Arrays.copyOf(text, text.length + 64), 0, text.length);
    copy.end();
    List<byte[]> rows = new ArrayList<>();
    ByteBuffer bytes = ByteBuffer.wrap(out.toByteArray()).position(HEAD_BYTES);
    while (rows.size() < lines.size()) {
      int from = bytes.position();
      int fields = bytes.getShort();
      for (int i = 0; i < fields; i++) {
        int length = bytes.getInt();
        bytes.position(bytes.position() + Math.max(0, length));
      }
      rows.add(Arrays.copyOfRange(bytes.array(), from, bytes.position()));
    }
    return rows;
  }

  /** Copies rows into the table. */
  public void copy(List<byte[]> rows) throws Exception {
    copy(columns.stream().map(RowCopy.Column::name).toList(), rows);
  }

  /** Copies rows of some columns into the table. */
  public void copy(List<String> names, List<byte[]> rows) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes("PGCOPY\n\u00ff\r\n\0".getBytes(ISO_8859_1));
    out.writeBytes(new byte[Long.BYTES]);
    rows.forEach(out::writeBytes);
    out.writeBytes(new byte[] {-1, -1});
    session
        .getCopyAPI()
        .copyIn(
            "COPY public.%s (%s) FROM STDIN (FORMAT binary)"
                .formatted(name, names.stream().map(Sql::quoted).collect(Collectors.joining(", "))),
            new ByteArrayInputStream(out.toByteArray()));
  }

  @Override
  public void close() throws SQLException {
    session.close();
  }
}
