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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Counts a PostgreSQL server whose processes are visible on this machine, with {@code /proc}. It
 * moves no process into a control group: they are not the harness's.
 */
final class ServerTreeMeter implements DatabaseMeter {
  /** The title of a session: the server's name if it has one, role, database, and client. */
  private static final Pattern SESSION =
      Pattern.compile("(postgres: (?!.*walsender ).* )(?:\\[local]|[^ ]+\\(\\d+\\))(?: .*)?");

  private static final Pattern WORKER =
      Pattern.compile("postgres: .*parallel worker for PID (\\d+)");

  private final Sessions sessions;
  private final String own;
  private ProcessStat postmaster;

  private ServerTreeMeter(Sessions sessions, ProcessStat backend, ProcessStat postmaster) {
    this.sessions = sessions;
    this.own = SESSION.matcher(title(backend)).replaceFirst("$1");
    this.postmaster = postmaster;
  }

  /** Returns the instrument for the server; empty if its processes are not visible. */
  static Optional<ServerTreeMeter> find(Sessions sessions) throws SQLException {
    try (Connection session = sessions.open()) {
      return findBackend(session)
          .flatMap(own -> parent(own).map(found -> new ServerTreeMeter(sessions, own, found)));
    }
  }

  /**
   * Finds the process of a session. It must have the session's pid in its own PID namespace, and
   * its title the session's port: another namespace has the same pids.
   */
  static Optional<ProcessStat> findBackend(Connection session) throws SQLException {
    try (Statement statement = session.createStatement();
        ResultSet row = statement.executeQuery("SELECT pg_backend_pid(), inet_client_port()")) {
      row.next();
      long pid = row.getLong(1);
      String port = "(" + row.getInt(2) + ") ";
      return Processes.all().stream()
          .filter(process -> SESSION.matcher(title(process)).matches())
          .filter(process -> (title(process) + " ").contains(port))
          .filter(process -> Processes.innermostPid(process.pid()) == pid)
          .findFirst();
    }
  }

  private static Optional<ProcessStat> parent(ProcessStat backend) {
    return ProcessStat.read(backend.parentPid());
  }

  private static String title(ProcessStat process) {
    return Processes.arguments(process.pid()).get(0).strip();
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
        postmaster.id(),
        "",
        new ProcessTreeMeter.Servers(root).read(),
        KnownProcesses.postgresBackground(root),
        clients(),
        CpuReading.ofTicks(0, 0),
        StorageTraffic.ofTrees(root),
        Optional.empty());
  }

  private List<Session> clients() {
    Map<Long, Session> byPid = new HashMap<>();
    List<Session> workers = new ArrayList<>();
    List<ProcessStat> children =
        Processes.tree(postmaster.pid()).stream()
            .filter(process -> process.parentPid() == postmaster.pid())
            .toList();
    for (ProcessStat child : children) {
      Matcher session = SESSION.matcher(title(child));
      if (session.matches()) {
        byPid.put(
            Processes.innermostPid(child.pid()),
            new Session(child, child, !session.group(1).equals(own)));
      }
    }
    for (ProcessStat child : children) {
      Matcher worker = WORKER.matcher(title(child));
      Session leader = worker.matches() ? byPid.get(Long.valueOf(worker.group(1))) : null;
      if (leader != null) {
        workers.add(new Session(child, leader.process(), leader.others()));
      }
    }
    workers.addAll(byPid.values());
    return workers;
  }

  private void findAgainIfRestarted() {
    if (Processes.startTicks(postmaster.pid()).orElse(-1) != postmaster.startTicks()) {
      try (Connection session = sessions.open()) {
        postmaster =
            findBackend(session)
                .flatMap(ServerTreeMeter::parent)
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
