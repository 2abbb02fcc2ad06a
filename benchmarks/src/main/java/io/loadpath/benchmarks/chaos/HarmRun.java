package io.loadpath.benchmarks.chaos;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Does the harm of a plan while its job runs, each harm in a thread. */
final class HarmRun {
  private static final Duration LIMIT = Duration.ofSeconds(90);

  private static final String BACKENDS =
      "SELECT pid FROM pg_stat_activity WHERE usename = '%s' ORDER BY pid".formatted(Server.OWNER);

  private final Server server;
  private final Plan plan;
  private final Model model;
  private final TableState table;
  private final Client client;
  private final ClusterHarm cluster;
  private final Steps steps;
  private volatile String definition;
  private volatile long crashedMillis;

  HarmRun(Server server, Plan plan, Model model, Client client, ClusterHarm cluster, Steps steps) {
    this.server = server;
    this.plan = plan;
    this.model = model;
    this.table = new TableState(plan.table());
    this.client = client;
    this.cluster = cluster;
    this.steps = steps;
  }

  /** Returns the table's definition after the last change by its owner; null if there was none. */
  String definition() {
    return definition;
  }

  /** Returns when the server was crashed last, by the clock; 0 if it was not. */
  long crashedMillis() {
    return crashedMillis;
  }

  List<Thread> start() {
    List<Thread> threads =
        plan.harms().stream().map(harm -> new Thread(() -> run(harm), "harm " + harm)).toList();
    threads.forEach(thread -> thread.setDaemon(true));
    threads.forEach(Thread::start);
    return threads;
  }

  private void run(Harm harm) {
    try {
      if (harm.moment() != Harm.Moment.START
          && server.await(Harm.Moment.CONNECTED.query(plan), LIMIT, client::over)) {
        client.know();
      }
      if (!server.await(harm.moment().query(plan), LIMIT, client::over)) {
        steps.add("the moment never came: " + harm);
        return;
      }
      TimeUnit.MILLISECONDS.sleep(harm.delayMillis());
      steps.add("harm: " + harm);
      if (act(harm)) {
        steps.done(harm);
      } else {
        steps.add(harm.what() + ": nothing to harm");
      }
    } catch (SQLException | RuntimeException e) {
      steps.add(harm.what() + ": refused: " + Steps.firstLine(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean act(Harm harm) throws SQLException, InterruptedException {
    String sql = plan.table().sql();
    return switch (harm.what()) {
      case KILL_CLIENT -> client.signal("KILL");
      case TERM_CLIENT -> client.signal("TERM");
      case STOP_CLIENT -> stop(harm);
      case KILL_BACKEND, KILL_POSTMASTER -> crash(harm);
      case TERMINATE_BACKEND -> terminate(harm);
      case CUT_CONNECTIONS -> server.proxy().cut() > 0;
      case TRUNCATE -> truncate();
      case INSERT_ROWS -> insert(harm);
      case FULL_DISK -> fillDisk(harm);
      case ALTER_TYPE -> owner(plan.table().alter());
      case ALTER_NOT_NULL ->
          owner(
              "ALTER TABLE %s ALTER %s SET NOT NULL"
                  .formatted(sql, TableSpec.quoted(plan.table().key())));
      case ADD_COLUMN -> owner("ALTER TABLE %s ADD added integer".formatted(sql));
      case CREATE_INDEX ->
          owner(
              "CREATE INDEX ON %s (%s)"
                  .formatted(sql, TableSpec.quoted(plan.table().columns().get(1))));
      case VACUUM_FULL -> alone("VACUUM (FULL) " + sql);
      case SNAPSHOT ->
          hold(harm, "BEGIN ISOLATION LEVEL REPEATABLE READ", "SELECT count(*) FROM " + sql);
      case LOCK_LEDGER ->
          hold(
              harm,
              "BEGIN",
              "LOCK TABLE %s.loadpath_exports IN SHARE MODE"
                  .formatted(TableSpec.quoted(plan.table().schema())));
      default -> cluster.harm(harm);
    };
  }

  private boolean stop(Harm harm) throws InterruptedException {
    boolean done = client.signal("STOP");
    try {
      TimeUnit.MILLISECONDS.sleep(harm.lastsMillis());
    } finally {
      client.signal("CONT");
    }
    return done;
  }

  private boolean crash(Harm harm) throws SQLException, InterruptedException {
    synchronized (model) { // no other harm is between its commit and its note of it
      if (harm.what() == Harm.What.KILL_BACKEND) {
        List<List<String>> pids = server.rows(BACKENDS);
        if (pids.isEmpty()
            || !server.killBackend(Long.parseLong(pids.get(harm.pick() % pids.size()).get(0)))) {
          return false;
        }
        server.awaitReady();
      } else {
        server.killPostmaster();
        server.restart();
      }
      crashedMillis = System.currentTimeMillis();
      model.crashed(plan.table()::logged);
      return true;
    }
  }

  private boolean terminate(Harm harm) throws SQLException {
    List<List<String>> pids = server.rows(BACKENDS);
    if (!pids.isEmpty()) {
      server.run(
          "SELECT pg_terminate_backend(%s)".formatted(pids.get(harm.pick() % pids.size()).get(0)));
    }
    return !pids.isEmpty();
  }

  private boolean truncate() throws SQLException {
    String sql = plan.table().sql();
    try (Connection session = server.connectWithShortLocks()) {
      session.setAutoCommit(false);
      Server.run(session, "LOCK TABLE " + sql + " IN ACCESS EXCLUSIVE MODE");
      RowBag found = table.rows(session);
      Server.run(session, "TRUNCATE " + sql);
      synchronized (model) {
        try {
          session.commit();
        } catch (SQLException e) {
          model.maybeEmptied();
          throw e;
        }
        String wrong = model.emptied(found);
        steps.add("TRUNCATE found %d rows".formatted(found.size()));
        if (!wrong.isEmpty()) {
          steps.violation(wrong);
        }
      }
    }
    return true;
  }

  /** Inserts rows in one transaction, which are the table's from then on. */
  private boolean insert(Harm harm) throws SQLException {
    RowBag rows = RowBag.of(harm.insertedRows().values(plan.loaded()));
    try (Connection session = server.connectWithShortLocks()) {
      session.setAutoCommit(false);
      table.insert(session, harm.insertedRows().values(plan.loaded()));
      synchronized (model) {
        try {
          session.commit();
        } catch (SQLException e) {
          model.maybeInserted(rows);
          throw e;
        }
        model.inserted(rows);
      }
    }
    return true;
  }

  private boolean fillDisk(Harm harm) throws InterruptedException {
    if (!server.smallDisk().fill()) {
      return false;
    }
    try {
      TimeUnit.MILLISECONDS.sleep(harm.lastsMillis());
    } finally {
      server.smallDisk().empty();
    }
    return true;
  }

  private boolean owner(String statement) throws SQLException {
    try (Connection session = server.connectWithShortLocks()) {
      session.setAutoCommit(false);
      Server.run(session, "LOCK TABLE " + plan.table().sql() + " IN ACCESS EXCLUSIVE MODE");
      Server.run(session, statement);
      String then = table.definition(session);
      session.commit();
      definition = then;
    }
    return true;
  }

  private boolean alone(String statement) throws SQLException {
    try (Connection session = server.connectWithShortLocks()) {
      Server.run(session, statement);
    }
    return true;
  }

  private boolean hold(Harm harm, String begin, String statement)
      throws SQLException, InterruptedException {
    try (Connection session = server.connectWithShortLocks()) {
      Server.run(session, begin);
      Server.run(session, statement);
      TimeUnit.MILLISECONDS.sleep(harm.lastsMillis());
      Server.run(session, "COMMIT");
    }
    return true;
  }
}
