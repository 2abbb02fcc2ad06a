package io.loadpath.benchmarks.chaos;

import io.loadpath.benchmarks.chaos.Harm.Moment;
import io.loadpath.benchmarks.chaos.Harm.What;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * Does the harm of a plan while its job runs, each harm in a thread.
 *
 * @param client of the job
 * @param cluster that the job runs on; null for the local runner
 */
record HarmRun(JobTable table, Model model, Client client, JobCluster cluster, Steps steps) {
  private static final Duration LIMIT = Duration.ofSeconds(90);

  List<Thread> start() {
    return plan().harms.stream()
        .map(
            harm -> {
              Thread thread = new Thread(() -> run(harm), "harm " + harm);
              thread.setDaemon(true);
              thread.start();
              return thread;
            })
        .toList();
  }

  private Plan plan() {
    return table.plan;
  }

  private Server server() {
    return table.server;
  }

  private void run(Harm harm) {
    try {
      if (harm.moment() != Moment.START
          && server().await(Moment.CONNECTED.query(plan()), LIMIT, client::over)) {
        client.know();
      }
      if (!server().await(harm.moment().query(plan()), LIMIT, client::over)) {
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
    } catch (IOException | SQLException | RuntimeException e) {
      steps.add(harm.what() + ": refused: " + Steps.firstLine(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean act(Harm harm) throws IOException, SQLException, InterruptedException {
    TableSpec spec = plan().table;
    String sql = spec.sql();
    return switch (harm.what()) {
      case KILL_CLIENT -> client.signal("KILL");
      case TERM_CLIENT -> client.signal("TERM");
      case STOP_CLIENT -> harm.stop(client::signal);
      case KILL_BACKEND, KILL_POSTMASTER -> crash(harm);
      case TERMINATE_BACKEND -> {
        Optional<String> pid = backend(harm);
        if (pid.isPresent()) {
          server().run("SELECT pg_terminate_backend(" + pid.get() + ")");
        }
        yield pid.isPresent();
      }
      case CUT_CONNECTIONS -> server().proxy().cut() > 0;
      case TRUNCATE, INSERT_ROWS -> changeRows(harm);
      case FULL_DISK -> server().smallDisk().fill(harm.lastsMillis());
      case ALTER_TYPE -> owner(spec.alter());
      case ALTER_NOT_NULL ->
          owner(
              "ALTER TABLE %s ALTER %s SET NOT NULL".formatted(sql, TableSpec.quoted(spec.key())));
      case ADD_COLUMN -> owner("ALTER TABLE %s ADD added integer".formatted(sql));
      case CREATE_INDEX ->
          owner("CREATE INDEX ON %s (%s)".formatted(sql, TableSpec.quoted(spec.columns().get(1))));
      case VACUUM_FULL -> {
        server().run("VACUUM (FULL) " + sql);
        yield true;
      }
      case SNAPSHOT ->
          hold(harm, "BEGIN ISOLATION LEVEL REPEATABLE READ", "SELECT count(*) FROM " + sql);
      case LOCK_LEDGER ->
          hold(harm, "BEGIN", "LOCK TABLE %s IN SHARE MODE".formatted(plan().ledger()));
      case KILL_TASK, STOP_TASK, KILL_MASTER, KILL_NODEMANAGER -> cluster.harm(harm);
    };
  }

  /** Returns the process of one of the job's sessions. */
  private Optional<String> backend(Harm harm) throws SQLException {
    List<List<String>> pids = server().rows(Server.SESSIONS);
    return pids.isEmpty()
        ? Optional.empty()
        : Optional.of(pids.get(harm.pick() % pids.size()).get(0));
  }

  private boolean crash(Harm harm) throws IOException, SQLException {
    synchronized (model) { // no other harm is between its commit and its note of it
      if (harm.what() == What.KILL_BACKEND) {
        Optional<String> pid = backend(harm);
        if (pid.isEmpty() || !server().killBackend(Long.parseLong(pid.get()))) {
          return false;
        }
        server().awaitReady();
      } else {
        server().killPostmaster();
        server().restart();
      }
      model.crashed(plan().table::logged);
      return true;
    }
  }

  /** Empties the table, or inserts rows, in one transaction. */
  private boolean changeRows(Harm harm) throws SQLException {
    String sql = plan().table.sql();
    boolean empties = harm.what() == What.TRUNCATE;
    List<List<String>> more = harm.insertedRows().values(plan().loaded());
    UnaryOperator<RowBag> change =
        empties ? rows -> new RowBag() : rows -> rows.plus(RowBag.of(more));
    RowBag found = null;
    try (Connection session = server().connect()) {
      session.setAutoCommit(false);
      if (empties) {
        Server.run(session, "LOCK TABLE " + sql + " IN ACCESS EXCLUSIVE MODE");
        found = table.rows(session);
        Server.run(session, "TRUNCATE " + sql);
      } else {
        table.insert(session, more);
      }
      synchronized (model) {
        try {
          session.commit();
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

  private boolean owner(String statement) throws SQLException {
    try (Connection session = server().connect()) {
      session.setAutoCommit(false);
      Server.run(session, "LOCK TABLE " + plan().table.sql() + " IN ACCESS EXCLUSIVE MODE");
      Server.run(session, statement);
      List<String> then = table.definition(session);
      session.commit();
      table.setDefinition(then);
    }
    return true;
  }

  private boolean hold(Harm harm, String begin, String statement)
      throws SQLException, InterruptedException {
    try (Connection session = server().connect()) {
      Server.run(session, begin);
      Server.run(session, statement);
      TimeUnit.MILLISECONDS.sleep(harm.lastsMillis());
      Server.run(session, "COMMIT");
    }
    return true;
  }
}
