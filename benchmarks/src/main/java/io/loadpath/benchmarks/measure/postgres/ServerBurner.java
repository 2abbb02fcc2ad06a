package io.loadpath.benchmarks.measure.postgres;

import io.loadpath.benchmarks.measure.KnownProcesses;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.postgresql.util.PSQLWarning;

/** A statement with known CPU time, which tests the instruments of a database. */
final class ServerBurner {
  /** The server takes it from getrusage(2), which no instrument here reads. */
  private static final Pattern USED = Pattern.compile("([0-9.]+) s user, ([0-9.]+) s system");

  /** Shows the figures to this session alone, not in the server's log. Superusers may set it. */
  private static final String COUNT =
      "SET log_min_messages = panic; SET client_min_messages = log; SET log_statement_stats = on";

  private static final String BURN =
      """
      DO $$
      DECLARE ends timestamptz := clock_timestamp() + interval '%d milliseconds';
      BEGIN WHILE clock_timestamp() < ends LOOP END LOOP; END $$""";

  private static final String RUN_NANOS =
      "SELECT split_part(pg_read_file('/proc/self/schedstat'), ' ', 1)::bigint";

  /** insufficient_privilege, undefined_file */
  private static final Set<String> REFUSALS = Set.of("42501", "58P01");

  private ServerBurner() {}

  /**
   * Keeps a session busy, and returns its CPU time in nanoseconds. A role that may not ask for
   * getrusage(2) gets the kernel's account of the session's run time. Where that cannot be read, it
   * is the loop's wall time, which is too much if the session had to wait for a core.
   */
  static long burn(Connection session, int millis) throws SQLException {
    try (Statement statement = session.createStatement()) {
      boolean counted = allowed(statement, COUNT);
      statement.execute("SET statement_timeout = 0");
      OptionalLong before = runNanos(statement);
      statement.clearWarnings();
      statement.execute(BURN.formatted(millis));
      if (counted) {
        return usedNanos(statement.getWarnings());
      }
      return before.isPresent()
          ? runNanos(statement).orElseThrow() - before.getAsLong()
          : millis * 1_000_000L;
    }
  }

  /** Adds up the figures that the server sent: for parsing, for binding and for execution. */
  private static long usedNanos(SQLWarning first) {
    double seconds = 0;
    for (SQLWarning next = first; next != null; next = next.getNextWarning()) {
      String detail =
          next instanceof PSQLWarning warning ? warning.getServerErrorMessage().getDetail() : null;
      Matcher used = USED.matcher(detail == null ? "" : detail);
      if (used.find()) {
        seconds += Double.parseDouble(used.group(1)) + Double.parseDouble(used.group(2));
      }
    }
    return Math.round(seconds * 1e9);
  }

  /**
   * Returns the time that this session has run on a core; empty if the role may not read it, and
   * its process is not visible here.
   */
  static OptionalLong runNanos(Statement statement) throws SQLException {
    if (!allowed(statement, RUN_NANOS)) {
      return ServerTreeMeter.findBackend(statement.getConnection())
          .map(backend -> KnownProcesses.runNanos(backend.pid()))
          .orElse(OptionalLong.empty());
    }
    try (ResultSet row = statement.getResultSet()) {
      row.next();
      return OptionalLong.of(row.getLong(1));
    }
  }

  /** Executes a statement; false if the role may not, or there is no such file. */
  private static boolean allowed(Statement statement, String sql) throws SQLException {
    try {
      statement.execute(sql);
      return true;
    } catch (SQLException e) {
      if (REFUSALS.contains(e.getSQLState())) {
        return false;
      }
      throw e;
    }
  }
}
