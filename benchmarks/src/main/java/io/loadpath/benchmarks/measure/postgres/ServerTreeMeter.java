package io.loadpath.benchmarks.measure.postgres;

import io.loadpath.benchmarks.measure.CpuReading;
import io.loadpath.benchmarks.measure.DatabaseMeter;
import io.loadpath.benchmarks.measure.KnownProcesses;
import io.loadpath.benchmarks.measure.ProcessTreeMeter;
import io.loadpath.benchmarks.measure.StorageTraffic;
import io.loadpath.engines.service.ProcessStat;
import io.loadpath.engines.service.Processes;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.Set;

/**
 * Counts a PostgreSQL server whose processes are visible on this machine, with {@code /proc}. It
 * moves no process into a control group: they are not the harness's.
 */
final class ServerTreeMeter implements DatabaseMeter {
  private final Sessions sessions;
  private ProcessStat postmaster;

  private ServerTreeMeter(Sessions sessions, ProcessStat postmaster) {
    this.sessions = sessions;
    this.postmaster = postmaster;
  }

  /** Returns the instrument for the server; empty if its processes are not visible. */
  static Optional<ServerTreeMeter> find(Sessions sessions) throws SQLException {
    return findPostmaster(sessions).map(found -> new ServerTreeMeter(sessions, found));
  }

  /**
   * Finds the server through one of its sessions. The process must have the session's pid in its
   * own PID namespace, and its title the session's port: another namespace has the same pids.
   */
  private static Optional<ProcessStat> findPostmaster(Sessions sessions) throws SQLException {
    try (Connection session = sessions.open();
        Statement statement = session.createStatement();
        ResultSet row = statement.executeQuery("SELECT pg_backend_pid(), inet_client_port()")) {
      row.next();
      long pid = row.getLong(1);
      String port = "(" + row.getInt(2) + ") ";
      return Processes.all().stream()
          .filter(process -> isBackend(Processes.arguments(process.pid()).get(0), port))
          .filter(process -> Processes.innermostPid(process.pid()) == pid)
          .findFirst()
          .flatMap(backend -> ProcessStat.read(backend.parentPid()));
    }
  }

  private static boolean isBackend(String title, String port) {
    return title.startsWith("postgres: ") && (title.strip() + " ").contains(port);
  }

  @Override
  public String name() {
    return ProcessTreeMeter.NAME;
  }

  @Override
  public Reading read() {
    findAgainIfRestarted();
    Set<Long> root = Set.of(postmaster.pid());
    return new Reading(
        postmaster.pid() + " started at " + postmaster.startTicks(),
        "",
        new ProcessTreeMeter.Servers(root).read(),
        KnownProcesses.postgresBackground(root),
        CpuReading.ofTicks(0, 0),
        StorageTraffic.ofTrees(root),
        Optional.empty());
  }

  private void findAgainIfRestarted() {
    if (Processes.startTicks(postmaster.pid()).orElse(-1) != postmaster.startTicks()) {
      try {
        postmaster =
            findPostmaster(sessions)
                .orElseThrow(() -> new SQLException("its processes are not visible"));
      } catch (SQLException e) {
        throw DatabaseMeter.lost(
            "PostgreSQL's CPU time cannot be read: " + e.getMessage().strip(), e);
      }
    }
  }

  @Override
  public Set<Long> processes() {
    return new ProcessTreeMeter.Servers(Set.of(postmaster.pid())).processes();
  }

  @Override
  public void close() {}
}
