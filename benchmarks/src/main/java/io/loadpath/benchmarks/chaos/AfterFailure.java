package io.loadpath.benchmarks.chaos;

import io.loadpath.benchmarks.chaos.Plan.After;
import io.loadpath.benchmarks.chaos.Plan.Prelude;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * What users and their scripts do when a job has failed: the job again, on the table as it is or on
 * an empty one.
 */
final class AfterFailure {
  private static final int MOST = 3;
  private static final String AGAIN = "loadpath.export.again=true";

  private final Server server;
  private final Plan plan;
  private final JobTable table;
  private final Model model;
  private final JobClients clients;
  private final Steps steps;

  AfterFailure(
      Server server, Plan plan, JobTable table, Model model, JobClients clients, Steps steps) {
    this.server = server;
    this.plan = plan;
    this.table = table;
    this.model = model;
    this.clients = clients;
    this.steps = steps;
  }

  /** Does what the plan says; returns whether the job has succeeded at last. */
  boolean act() throws IOException, SQLException {
    if (plan.cut() || plan.after() == After.RECOVER) {
      clients.recover();
      return false;
    }
    if (plan.after() == After.TRUNCATE_AND_AGAIN) {
      empty("TRUNCATE " + plan.table().sql());
    } else if (plan.after() == After.RECREATE_AND_AGAIN && plan.kind() != Plan.Kind.EXTERNAL) {
      empty("DROP TABLE " + plan.table().sql());
      table.create();
      if (plan.prelude() == Prelude.FAILING_JOB_AND_ALTER) {
        table.alter();
      }
    }
    return again();
  }

  /** What a dead job has prepared may lock the table: then the script recovers first. */
  private void empty(String statement) throws SQLException, IOException {
    for (int attempt = 1; ; attempt++) {
      try (Connection session = server.connectWithShortLocks()) {
        Server.run(session, statement);
        steps.add("script: " + statement);
        model.startAgain();
        return;
      } catch (SQLException e) {
        steps.add("script: refused: " + Steps.firstLine(e));
        if (attempt == MOST) {
          throw e;
        }
        clients.recover();
      }
    }
  }

  private boolean again() throws IOException, SQLException {
    String[] more = {};
    for (int attempt = 1; attempt <= MOST; attempt++) {
      model.runAgain();
      Client client = clients.startJob("the job again", more);
      int code = clients.ended(client);
      clients.awaitQuiet();
      if (code == 0) {
        return true;
      }
      if (client.text().contains(AGAIN)) {
        steps.add("the message names " + AGAIN);
        more = new String[] {"-D" + AGAIN};
      } else if (attempt == MOST && !plan.mayBeRefused()) {
        steps.violation(
            "the job fails again and again, though nothing disturbs it: " + client.lastLine());
      }
    }
    return false;
  }
}
