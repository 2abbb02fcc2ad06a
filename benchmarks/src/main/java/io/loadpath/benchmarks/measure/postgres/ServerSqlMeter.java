package io.loadpath.benchmarks.measure.postgres;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import io.loadpath.benchmarks.measure.CpuReading;
import io.loadpath.benchmarks.measure.DatabaseMeter;
import io.loadpath.benchmarks.measure.MachineCpu;
import io.loadpath.benchmarks.measure.ProcessTreeMeter;
import io.loadpath.benchmarks.measure.StorageTraffic;
import io.loadpath.engines.service.ProcessStat;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Counts a PostgreSQL server on Linux with the files of {@code /proc} on its machine, which a
 * session reads through SQL. The role needs {@code pg_read_server_files}, and EXECUTE on {@code
 * pg_read_file(text)}.
 *
 * <p>The sum is that of the postmaster and its children. The kernel adds the CPU time of ended
 * sessions, and of the programs that they waited for, to the postmaster's account of children. The
 * clock ticks 100 times a second.
 */
final class ServerSqlMeter implements DatabaseMeter {
  static final String NAME = "proc-sql";

  /** Time for a reading in which no session begins or ends. */
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private static final int READINGS = 10;
  private static final int VALIDATION_SECONDS = 10;

  /** Proves that the files are those of the server's own PID namespace. */
  private static final String OWN =
      "SELECT pg_backend_pid(), pg_read_file('/proc/self/stat'), pg_read_file('/proc/sys/kernel/random/boot_id')";

  private static final String KEEP =
      """
      SELECT set_config(name, '0', false) FROM pg_settings
      WHERE name IN ('idle_session_timeout', 'statement_timeout')
      """;

  /**
   * Reads all files in this order: a child that ends meanwhile changes the list of children. The
   * role may not see the kind of another user's session. But only background processes have no
   * user, and a process that sends the WAL to a replica has no database, or a visible kind.
   */
  private static final String READ =
      """
      SELECT 'postmaster', 0, pg_read_file('/proc/%1$d/stat')
      UNION ALL SELECT 'children', 0, pg_read_file('/proc/%1$d/task/%1$d/children')
      UNION ALL SELECT 'child', 0, pg_read_file('/proc/' || pid || '/stat')
        FROM unnest(string_to_array(trim(pg_read_file('/proc/%1$d/task/%1$d/children')), ' ')) AS c(pid)
      %2$s
      UNION ALL SELECT CASE WHEN usesysid IS NULL THEN 'background'
            WHEN usename = session_user AND datname = current_database() THEN 'own'
            ELSE 'foreign' END,
          pid, coalesce(leader_pid, pid)::text
        FROM pg_stat_activity
        WHERE (usesysid IS NULL OR datid IS NOT NULL)
          AND coalesce(backend_type, '') NOT IN ('io worker', 'walsender')
      UNION ALL SELECT 'machine', 0, line
        FROM unnest(string_to_array(pg_read_file('/proc/stat'), E'\\n')) AS s(line)
        WHERE line ~ '^(cpu|ctxt)'
      UNION ALL SELECT 'children', 0, pg_read_file('/proc/%1$d/task/%1$d/children')
      UNION ALL SELECT 'postmaster', 0, pg_read_file('/proc/%1$d/stat')
      """;

  private static final String TRAFFIC =
      """
      UNION ALL SELECT 'io', 0, pg_read_file('/proc/%1$d/io')
      UNION ALL SELECT 'io', pid::int, pg_read_file('/proc/' || pid || '/io')
        FROM unnest(string_to_array(trim(pg_read_file('/proc/%1$d/task/%1$d/children')), ' ')) AS c(pid)
      """;

  private final Sessions sessions;
  private Connection session;
  private ProcessStat own;
  private String bootId;
  private String query;
  private final long nanosPerReading;

  private ServerSqlMeter(Sessions sessions) throws SQLException {
    this.sessions = sessions;
    try {
      connect();
      nanosPerReading = measureReading();
    } catch (SQLException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /**
   * Returns the instrument.
   *
   * @throws SQLException with the reason if this role may not read the files, or there are none
   */
  static ServerSqlMeter open(Sessions sessions) throws SQLException {
    return new ServerSqlMeter(sessions);
  }

  private void connect() throws SQLException {
    close();
    session = sessions.open();
    List<String> found = row(OWN);
    own = ProcessStat.parse(found.get(1));
    bootId = found.get(2).strip();
    if (own.pid() != Long.parseLong(found.get(0))) {
      throw new SQLException("/proc of the server is that of another PID namespace");
    }
    row(KEEP);
    query = READ.formatted(own.parentPid(), TRAFFIC.formatted(own.parentPid()));
    try {
      readOnce(own.parentPid());
    } catch (SQLException e) {
      // the traffic of a process belongs to its user alone, and the server may hide it
      query = READ.formatted(own.parentPid(), "");
    }
  }

  private long measureReading() throws SQLException {
    try (Statement statement = session.createStatement()) {
      long before = ServerBurner.runNanos(statement).orElse(0);
      for (int i = 0; i < READINGS; i++) {
        read();
      }
      return (ServerBurner.runNanos(statement).orElse(0) - before) / READINGS;
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  /** Returns the id of the start of the server's machine. */
  String bootId() {
    return bootId;
  }

  @Override
  public Reading read() {
    try {
      return readSettled();
    } catch (SQLException e) {
      try {
        if (session.isValid(VALIDATION_SECONDS)) {
          throw unread(e);
        }
        connect(); // the server was restarted, or the session cut
        return readSettled();
      } catch (SQLException again) {
        throw unread(again);
      }
    }
  }

  private static UncheckedIOException unread(SQLException e) {
    return DatabaseMeter.lost("PostgreSQL's CPU time cannot be read: " + e.getMessage().strip(), e);
  }

  /**
   * Repeats a reading in which a session began or ended: its time could be lost, or count twice.
   */
  private Reading readSettled() throws SQLException {
    SQLException ended = null;
    long begun = System.nanoTime();
    do {
      try {
        Optional<Reading> reading = readOnce(own.parentPid());
        if (reading.isPresent()) {
          return reading.get();
        }
      } catch (SQLException e) {
        if (!session.isValid(VALIDATION_SECONDS)) {
          throw e;
        }
        ended = e; // a file of an ended process
      }
    } while (System.nanoTime() - begun < LIMIT.toNanos());
    throw new SQLException(
        "sessions begin and end too fast" + (ended == null ? "" : ": " + ended.getMessage()));
  }

  private Optional<Reading> readOnce(long postmaster) throws SQLException {
    List<ProcessStat> roots = new ArrayList<>();
    List<String> lists = new ArrayList<>();
    List<ProcessStat> children = new ArrayList<>();
    Set<Long> background = new HashSet<>();
    Map<Long, Long> leaders = new HashMap<>();
    Set<Long> foreign = new HashSet<>();
    List<String> machine = new ArrayList<>();
    List<StorageTraffic> traffic = new ArrayList<>();
    try (Statement statement = session.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        String text = rows.getString(3);
        switch (rows.getString(1)) {
          case "postmaster" -> roots.add(ProcessStat.parse(text));
          case "children" -> lists.add(text.strip());
          case "child" -> children.add(ProcessStat.parse(text));
          case "background" -> background.add(rows.getLong(2));
          case "own" -> leaders.put(rows.getLong(2), Long.valueOf(text));
          case "foreign" -> {
            leaders.put(rows.getLong(2), Long.valueOf(text));
            foreign.add(rows.getLong(2));
          }
          case "machine" -> machine.add(text);
          default -> {
            if (rows.getLong(2) != own.pid()) {
              traffic.add(StorageTraffic.parse(text));
            }
          }
        }
      }
    }
    ProcessStat root = roots.get(0);
    Set<Long> listed = Arrays.stream(lists.get(0).split(" ")).map(Long::valueOf).collect(toSet());
    boolean settled =
        lists.get(0).equals(lists.get(1))
            && listed.equals(children.stream().map(ProcessStat::pid).collect(toSet()))
            && childTicks(root) == childTicks(roots.get(1));
    if (!settled) {
      return Optional.empty();
    }
    List<ProcessStat> others = new ArrayList<>(children);
    others.removeIf(child -> child.pid() == own.pid());
    others.add(root);
    Map<Long, ProcessStat> byPid = others.stream().collect(toMap(ProcessStat::pid, p -> p));
    ProcessStat reader =
        children.stream()
            .filter(child -> child.pid() == own.pid())
            .findFirst()
            .orElseThrow(() -> new SQLException("this session is no child of " + postmaster));
    return Optional.of(
        new Reading(
            bootId + ": " + root.id(),
            own.id(),
            ProcessTreeMeter.sum(others),
            others.stream()
                .filter(child -> background.contains(child.pid()))
                .map(child -> CpuReading.ofTicks(child.userTicks(), child.systemTicks()))
                .reduce(CpuReading.ofTicks(0, 0), CpuReading::plus),
            others.stream()
                .filter(child -> byPid.containsKey(leaders.get(child.pid())))
                .map(
                    child ->
                        new Session(
                            child,
                            byPid.get(leaders.get(child.pid())),
                            foreign.contains(child.pid())))
                .toList(),
            ProcessTreeMeter.sum(List.of(reader)),
            traffic.stream().reduce(StorageTraffic::plus),
            Optional.of(MachineCpu.parse(machine))));
  }

  private static long childTicks(ProcessStat process) {
    return process.childUserTicks() + process.childSystemTicks();
  }

  private List<String> row(String sql) throws SQLException {
    try (Statement statement = session.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      List<String> values = new ArrayList<>();
      for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
        values.add(row.getString(i));
      }
      return values;
    }
  }

  @Override
  public Set<Long> processes() {
    return Set.of();
  }

  @Override
  public long nanosPerReading() {
    return nanosPerReading;
  }

  @Override
  public void close() {
    try {
      if (session != null) {
        session.close();
      }
    } catch (SQLException e) {
      // it has ended
    }
  }
}
