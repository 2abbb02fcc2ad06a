package io.loadpath.sqoop.exports;

import io.loadpath.sqoop.PostgresSession;
import io.loadpath.sqoop.exports.Ledger.Task;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/** The rows in the staging tables of an export's tasks. */
final class StagedRows {
  private final ExportPlan plan;
  private final ExportNames names;

  StagedRows(ExportPlan plan) {
    this.plan = plan;
    this.names = plan.names();
  }

  /** Brings all rows into the target, in the session's transaction. */
  void moveToTarget(Connection session, List<Task> tasks) throws IOException, SQLException {
    switch (plan.way()) {
      case INSERT -> {
        PostgresSession.useUsersPath(session); // for triggers, and functions of indexes
        for (Task task : tasks) {
          insert(session, task);
        }
        PostgresSession.useOwnPath(session);
      }
      case UPDATE -> {
        if (!tasks.isEmpty()) {
          new KeyedUpdate(plan, tasks).run(session);
        }
      }
      default -> throw new IllegalStateException(plan.way() + " has no staging tables");
    }
  }

  private void insert(Connection session, Task task) throws IOException, SQLException {
    String columns =
        plan.columns().stream()
            .map(column -> ExportNames.quoted(column.name()))
            .collect(Collectors.joining(", "));
    long inserted =
        Sql.run(
            session,
            "INSERT INTO %s (%s) OVERRIDING SYSTEM VALUE SELECT %s FROM %s"
                .formatted(names.target(), columns, columns, staging(task).table()));
    if (inserted != task.rows()) {
      throw new IOException(
          "%d rows of task %d arrived, but it sent %d: does a trigger or rule leave some out?"
              .formatted(inserted, task.task(), task.rows()));
    }
  }

  private Staging staging(Task task) {
    return new Staging(plan, task.task(), task.attempt());
  }
}
