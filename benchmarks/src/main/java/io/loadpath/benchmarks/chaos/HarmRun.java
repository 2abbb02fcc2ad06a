package io.loadpath.benchmarks.chaos;

import io.loadpath.benchmarks.chaos.Harm.What;
import io.loadpath.engines.service.Processes;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Does the harm of a plan while its job runs, each harm in a thread.
 *
 * @param client the job's client
 * @param cluster the job's cluster; null for the local runner
 */
record HarmRun(JobTable table, Model model, Client client, ChaosCluster cluster, Steps steps) {
  private static final Duration LIMIT = Duration.ofMinutes(10); // the wait ends with the client

  List<Thread> start() {
    return table.plan.harms.stream()
        .map(
            harm -> {
              Thread thread = new Thread(() -> run(harm), "harm " + harm);
              thread.setDaemon(true);
              thread.start();
              return thread;
            })
        .toList();
  }

  private void run(Harm harm) {
    try {
      if (!table.server.await(harm.moment().query(table.plan), LIMIT, client::over)) {
        steps.add("the moment never came: " + harm);
        return;
      }
      Processes.pause(harm.delayMillis());
      steps.add("harm: " + harm);
      if (act(harm)) {
        steps.harms.add(harm.what());
        steps.add(harm.what() + ": done");
      } else {
        steps.add(harm.what() + ": nothing to harm");
      }
    } catch (IOException | SQLException | RuntimeException e) {
      steps.refused(harm.what().toString(), e);
    }
  }

  private boolean act(Harm harm) throws IOException, SQLException {
    TableSpec spec = table.plan.table;
    String sql = spec.sql();
    String key = TableSpec.quoted(spec.key());
    return switch (harm.what()) {
      case KILL_CLIENT -> client.signal("KILL");
      case TERM_CLIENT -> client.signal("TERM");
      case STOP_CLIENT -> harm.stop(client::signal);
      case KILL_BACKEND, KILL_POSTMASTER -> crash(harm);
      case TERMINATE_BACKEND -> {
        String pid = backend(harm);
        yield pid != null && table.server.has("SELECT pg_terminate_backend(" + pid + ")");
      }
      case CUT_CONNECTIONS -> table.server.proxy().cut() > 0;
      case CUT_LINK -> table.server.proxy().cutLink(harm.cutMillis());
      case FULL_DISK ->
          table.server.smallDisk().isPresent()
              && table.server.smallDisk().get().fill(harm.lastsMillis());
      case TRUNCATE, INSERT_ROWS -> changeRows(harm);
      case ALTER_TYPE -> table.change(spec.alter());
      case ALTER_NOT_NULL ->
          table.change("ALTER TABLE %s ALTER %s SET NOT NULL".formatted(sql, key));
      case ADD_COLUMN -> table.change("ALTER TABLE %s ADD added integer".formatted(sql));
      case CREATE_INDEX ->
          table.change(
              "CREATE INDEX ON %s (%s)".formatted(sql, TableSpec.quoted(spec.columns().get(1))));
      case ATTACH_PARTITION -> table.changePartition(true, harm.pick(), model);
      case DETACH_PARTITION -> table.changePartition(false, harm.pick(), model);
      case VACUUM_FULL -> table.server.run("VACUUM (FULL) " + sql);
      case SNAPSHOT ->
          hold(harm, "BEGIN ISOLATION LEVEL REPEATABLE READ", "SELECT count(*) FROM " + sql);
      case LOCK_LEDGER ->
          hold(harm, "BEGIN", "LOCK TABLE %s IN SHARE MODE".formatted(table.plan.ledger()));
      case KILL_TASK, STOP_TASK, KILL_MASTER, KILL_NODEMANAGER -> cluster.harm(harm);
    };
  }

  /** Returns the process of one of the job's sessions; null if it has none. */
  private String backend(Harm harm) throws SQLException {
    List<List<String>> pids = table.server.rows(Server.SESSIONS);
    return pids.isEmpty() ? null : pids.get(harm.pick() % pids.size()).get(0);
  }

  private boolean crash(Harm harm) throws IOException, SQLException {
    synchronized (model) { // no other harm may be between its commit and its note of it
      if (harm.what() == What.KILL_BACKEND) {
        String pid = backend(harm);
        if (pid == null || !table.server.killBackend(pid)) {
          return false;
        }
        table.server.awaitReady();
      } else {
        table.server.killPostmaster();
        table.server.restart();
      }
      model.crashed(table.plan.table::logged);
      return true;
    }
  }

  /** Empties the table, or inserts rows, in one transaction. */
  private boolean changeRows(Harm harm) throws SQLException {
    String sql = table.plan.table.sql();
    boolean empties = harm.what() == What.TRUNCATE;
    TableSpec loaded = table.plan.loaded();
    List<List<String>> more =
        harm.insertedRows().values(loaded).stream().filter(loaded::takes).toList();
    UnaryOperator<RowBag> change =
        empties ? rows -> new RowBag() : rows -> rows.plus(RowBag.of(more));
    RowBag found = null;
    try (Session session = table.server.connect()) {
      session.connection().setAutoCommit(false);
      if (empties) {
        session.run("LOCK TABLE " + sql + " IN ACCESS EXCLUSIVE MODE");
        found = table.rows(session);
        session.run("TRUNCATE " + sql);
      } else {
        table.insert(session, more);
      }
      synchronized (model) {
        try {
          session.connection().commit();
        } catch (SQLException e) {
          model.maybeChanged(change);
          throw e;
        }
        if (empties) {
          steps.add("TRUNCATE found %d rows".formatted(found.size()));
          steps.check("", model.emptied(found));
        } else {
          model.changed(change);
        }
      }
    }
    return true;
  }

  private boolean hold(Harm harm, String begin, String statement) throws SQLException {
    try (Session session = table.server.connect()) {
      session.run(begin);
      session.run(statement);
      Processes.pause(harm.lastsMillis());
      session.run("COMMIT");
    }
    return true;
  }
}
