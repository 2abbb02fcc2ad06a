package io.loadpath.benchmarks.measure;

import io.loadpath.benchmarks.measure.LimitProbes.Probe;
import io.loadpath.benchmarks.record.Limit;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * Probes how fast bytes go between this machine and the user's server, one session for each core,
 * opened as the paths open theirs. Rows to or from the client cannot be faster.
 */
record LinkProbes(Trials trials, ProbeServer server) {
  static final String PREFIX = "link-";
  static final String SEND = PREFIX + "send";
  static final String RECEIVE = PREFIX + "receive";

  private static final String TABLE = ProbeServer.TABLE_PREFIX + "link";
  private static final double SECONDS_OF_TRIAL = 0.7;
  private static final int LEAST_BLOCKS = 16;
  private static final int MOST_BLOCKS = 1 << 14;

  /** The signature of PostgreSQL's binary format, without flags and extension. */
  private static final byte[] SIGNATURE = {
    'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xff, '\r', '\n', 0
  };

  /** Sends or receives a number of blocks. */
  private interface Transfer {
    void blocks(Connection session, int blocks) throws SQLException;
  }

  Probe send() {
    return new Probe(
        SEND,
        () -> {
          try (Connection session = server.connect();
              Statement statement = session.createStatement()) {
            statement.execute("CREATE TABLE %s (block bytea)".formatted(TABLE));
          }
          try {
            return limit(
                SEND, "to the server", link().sentBytesPerSecond(), LinkProbes::sendToNowhere);
          } finally {
            server.dropTables();
          }
        });
  }

  Probe receive() {
    return new Probe(
        RECEIVE,
        () -> limit(RECEIVE, "from the server", link().receivedBytesPerSecond(), Link::receive));
  }

  private Link link() throws SQLException {
    try (Connection session = server.connect()) {
      return Link.measure(session);
    }
  }

  private Limit limit(String name, String direction, double bytesPerSecond, Transfer transfer)
      throws IOException, SQLException {
    double bytes = bytesPerSecond * SECONDS_OF_TRIAL / trials.cores();
    int blocks = (int) Math.max(LEAST_BLOCKS, Math.min(MOST_BLOCKS, bytes / Link.BLOCK_BYTES));
    return new Limit(
        name,
        "One session for each core %s, %s".formatted(direction, server.connection().address()),
        trials.cores(),
        null,
        (long) trials.cores() * blocks * Link.BLOCK_BYTES,
        trials.trials(() -> nanos(blocks, transfer)));
  }

  private long nanos(int blocks, Transfer transfer) throws IOException, SQLException {
    List<Connection> sessions = new ArrayList<>();
    try {
      List<Callable<Void>> transfers = new ArrayList<>();
      for (int i = 0; i < trials.cores(); i++) {
        Connection session = server.connect();
        sessions.add(session);
        transfers.add(
            () -> {
              transfer.blocks(session, blocks);
              return null;
            });
      }
      return trials.nanos(transfers);
    } finally {
      for (Connection session : sessions) {
        session.abort(Runnable::run); // even if it still works when the run is stopped
      }
    }
  }

  /** Sends rows of a block each, which the server drops. */
  private static void sendToNowhere(Connection session, int blocks) throws SQLException {
    CopyIn copy =
        session
            .unwrap(PGConnection.class)
            .getCopyAPI()
            .copyIn("COPY %s FROM STDIN (FORMAT binary) WHERE false".formatted(TABLE));
    byte[] header = bytes(SIGNATURE, 0, 0);
    copy.writeToCopy(header, 0, header.length);
    byte[] row = row();
    for (int i = 0; i < blocks; i++) {
      copy.writeToCopy(row, 0, row.length);
    }
    copy.writeToCopy(new byte[] {-1, -1}, 0, 2);
    copy.endCopy();
  }

  /** Returns a row with one field. */
  private static byte[] row() {
    byte[] fields = {0, 1};
    byte[] start = bytes(fields, Link.BLOCK_BYTES);
    byte[] row = new byte[start.length + Link.BLOCK_BYTES];
    System.arraycopy(start, 0, row, 0, start.length);
    return row;
  }

  private static byte[] bytes(byte[] first, int... numbers) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.write(first);
      for (int number : numbers) {
        out.writeInt(number);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // there is no file
    }
    return bytes.toByteArray();
  }
}
