package io.loadpath.benchmarks.measure.postgres;

import io.loadpath.benchmarks.measure.CheckedMeter;
import io.loadpath.benchmarks.measure.DatabaseMeter;
import io.loadpath.engines.service.Processes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The instrument of a server that the harness did not start; it passed the test with a burner.
 *
 * @param meter empty if no instrument is accurate or allowed
 * @param expectedNanos the burner's CPU time by its own account; 0 without an instrument
 * @param measuredNanos the burner's CPU time by the instrument
 * @param refusals why better instruments are not used
 * @param here whether the server is on this machine, so that its load is not foreign; true if
 *     unknown
 */
public record CheckedDatabaseMeter(
    Optional<DatabaseMeter> meter,
    long expectedNanos,
    long measuredNanos,
    List<String> refusals,
    boolean here)
    implements AutoCloseable {
  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
  private static final int[] BURN_MILLIS = {1200, 1200, 1200, 3000};
  private static final long EXIT_MILLIS = 50;

  /** Finds an instrument; the result is empty if the server's processes are not visible. */
  interface Candidate {
    Optional<? extends DatabaseMeter> open(DatabaseMeter.Sessions sessions) throws SQLException;
  }

  static final Candidate TREE = ServerTreeMeter::find;
  static final Candidate SQL = sessions -> Optional.of(ServerSqlMeter.open(sessions));

  /**
   * Returns the first accurate instrument, in the order process tree, {@code /proc} through SQL.
   *
   * @param host the server's name or address, as clients use it
   */
  public static CheckedDatabaseMeter choose(DatabaseMeter.Sessions sessions, String host) {
    return choose(sessions, host, List.of(TREE, SQL));
  }

  static CheckedDatabaseMeter choose(
      DatabaseMeter.Sessions sessions, String host, List<Candidate> candidates) {
    List<String> refusals = new ArrayList<>();
    boolean here = isHere(host);
    for (Candidate candidate : candidates) {
      try {
        Optional<? extends DatabaseMeter> found = candidate.open(sessions);
        if (found.isEmpty()) {
          refusals.add("the server's processes are not visible here");
          continue;
        }
        here = found.get() instanceof ServerSqlMeter sql ? isThisMachine(sql.bootId()) : true;
        CheckedDatabaseMeter tested = test(found.get(), sessions, refusals, here);
        if (tested.accurate()) {
          return tested;
        }
        tested.close();
        refusals.add(tested.readings());
      } catch (SQLException | UncheckedIOException e) {
        refusals.add("/proc through SQL: " + e.getMessage().strip());
      }
    }
    return new CheckedDatabaseMeter(Optional.empty(), 0, 0, List.copyOf(refusals), here);
  }

  /** Tests with a session that lives, and again when it has ended. */
  private static CheckedDatabaseMeter test(
      DatabaseMeter meter, DatabaseMeter.Sessions sessions, List<String> refusals, boolean here)
      throws SQLException {
    CheckedDatabaseMeter tested = null;
    try {
      for (int millis : BURN_MILLIS) {
        long expected;
        // the burner is not foreign: it begins after this reading
        DatabaseMeter.Reading before = meter.read();
        long start;
        long live;
        try (Connection burner = sessions.open()) {
          start = since(before, meter);
          expected = ServerBurner.burn(burner, millis);
          live = since(before, meter) - start;
        }
        Processes.pause(EXIT_MILLIS);
        long ended = since(before, meter) - start;
        long worse = Math.abs(live - expected) > Math.abs(ended - expected) ? live : ended;
        tested =
            new CheckedDatabaseMeter(
                Optional.of(meter), expected, worse, List.copyOf(refusals), here);
        if (tested.accurate()) {
          break;
        }
      }
      return tested;
    } catch (SQLException | RuntimeException e) {
      meter.close();
      throw e;
    }
  }

  private static long since(DatabaseMeter.Reading before, DatabaseMeter meter) {
    return meter.read().since(before).totalNanos();
  }

  private boolean accurate() {
    return Math.abs(measuredNanos - expectedNanos) <= expectedNanos * CheckedMeter.TOLERANCE;
  }

  private String readings() {
    return "%s: a statement used %.3f s, but it read %.3f s; other sessions may be busy"
        .formatted(meter.orElseThrow().name(), expectedNanos / 1e9, measuredNanos / 1e9);
  }

  private static boolean isThisMachine(String bootId) {
    try {
      return Files.readString(BOOT_ID).strip().equals(bootId);
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean isHere(String host) {
    try {
      for (InetAddress address : InetAddress.getAllByName(host)) {
        if (address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null) {
          return true;
        }
      }
      return false;
    } catch (UnknownHostException | SocketException e) {
      return true;
    }
  }

  /** Returns a sentence about the missing instrument; empty if there is one. */
  public Optional<String> whyNone() {
    return meter.isPresent()
        ? Optional.empty()
        : Optional.of(
            "PostgreSQL's CPU time is not counted, so costs are those of the client alone: "
                + String.join("; ", refusals));
  }

  /** Returns the instrument's name in the record. */
  public String name() {
    return meter.map(DatabaseMeter::name).orElse("none");
  }

  @Override
  public void close() {
    meter.ifPresent(DatabaseMeter::close);
  }
}
