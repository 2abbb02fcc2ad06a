package io.loadpath.benchmarks.measure;

import java.io.IOException;
import java.io.OutputStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyOut;
import org.postgresql.util.ByteStreamWriter;

/**
 * The link between this machine and a PostgreSQL server, over one session as the paths open it,
 * with TLS if they have it. Measuring writes nothing into the database.
 *
 * @param roundTripNanos the median time of a statement that does nothing
 * @param sentBytesPerSecond bytes to the server
 * @param receivedBytesPerSecond bytes from the server
 */
public record Link(long roundTripNanos, double sentBytesPerSecond, double receivedBytesPerSecond) {
  private static final int ROUND_TRIPS = 21;

  /** The unit of both directions. */
  static final int BLOCK_BYTES = 1 << 16;

  private static final int FIRST_BLOCKS = 16;

  /** The server holds a parameter in memory. */
  private static final int MOST_BLOCKS = 1 << 10;

  private static final double TRIAL_NANOS = 0.5e9;

  /** Sends or receives a number of blocks. */
  private interface Transfer {
    void blocks(int blocks) throws SQLException;
  }

  /** Measures the link by a session without an open transaction, in about three seconds. */
  public static Link measure(Connection session) throws SQLException {
    long roundTrip = roundTrip(session);
    return new Link(
        roundTrip,
        bytesPerSecond(roundTrip, blocks -> send(session, blocks)),
        bytesPerSecond(roundTrip, blocks -> receive(session, blocks)));
  }

  private static long roundTrip(Connection session) throws SQLException {
    List<Long> nanos = new ArrayList<>();
    try (Statement statement = session.createStatement()) {
      for (int i = 0; i < ROUND_TRIPS; i++) {
        long begun = System.nanoTime();
        statement.execute("SELECT 1");
        nanos.add(System.nanoTime() - begun);
      }
    }
    return nanos.stream().sorted().toList().get(ROUND_TRIPS / 2);
  }

  /** Doubles the bytes until a transfer takes long enough to tell its rate. */
  private static double bytesPerSecond(long roundTripNanos, Transfer transfer) throws SQLException {
    for (int blocks = FIRST_BLOCKS; ; blocks *= 2) {
      long begun = System.nanoTime();
      transfer.blocks(blocks);
      long nanos = Math.max(1, System.nanoTime() - begun - roundTripNanos);
      if (nanos >= TRIAL_NANOS || blocks >= MOST_BLOCKS) {
        return blocks * (double) BLOCK_BYTES * 1e9 / nanos;
      }
    }
  }

  /** Sends {@code blocks} as the parameter of a query. */
  static void send(Connection session, int blocks) throws SQLException {
    try (PreparedStatement statement = session.prepareStatement("SELECT octet_length(?)")) {
      statement.setObject(1, new Zeros(blocks));
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        require(row.getLong(1), blocks);
      }
    }
  }

  /** Receives {@code blocks} that the server makes. */
  static void receive(Connection session, int blocks) throws SQLException {
    CopyOut rows =
        session
            .unwrap(PGConnection.class)
            .getCopyAPI()
            .copyOut(
                "COPY (SELECT repeat('0', %d) FROM generate_series(1, %d)) TO STDOUT (FORMAT binary)"
                    .formatted(BLOCK_BYTES, blocks));
    long bytes = 0;
    for (byte[] row = rows.readFromCopy(); row != null; row = rows.readFromCopy()) {
      bytes += row.length / BLOCK_BYTES * BLOCK_BYTES; // without the lengths of row and field
    }
    require(bytes, blocks);
  }

  private static void require(long bytes, int blocks) throws SQLException {
    if (bytes != (long) blocks * BLOCK_BYTES) {
      throw new SQLException("%d bytes arrived of %d".formatted(bytes, blocks * BLOCK_BYTES));
    }
  }

  /** A parameter of zeros, which the driver sends as it is written. */
  private record Zeros(int blocks) implements ByteStreamWriter {
    @Override
    public int getLength() {
      return blocks * BLOCK_BYTES;
    }

    @Override
    public void writeTo(ByteStreamTarget target) throws IOException {
      OutputStream out = target.getOutputStream();
      byte[] block = new byte[BLOCK_BYTES];
      for (int i = 0; i < blocks; i++) {
        out.write(block);
      }
    }
  }
}
