package io.loadpath.sqoop.exports;

import io.loadpath.sqoop.exports.Ledger.State;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finishes or undoes the exports into a target whose clients and jobs have died. */
final class DeadExports {
  private static final Logger LOG = LoggerFactory.getLogger(DeadExports.class);

  private final ExportNames names;
  private final ClusterJobs jobs;

  DeadExports(ExportNames names, ClusterJobs jobs) {
    this.names = names;
    this.jobs = jobs;
  }

  /**
   * Leaves alone what still runs.
   *
   * @param source of the export that comes next; "" if none comes
   * @return whether an export of the same source has ended well without its client
   * @throws IOException if an export of the same source still runs
   */
  boolean settle(Connection session, String source) throws IOException, SQLException {
    boolean done = false;
    for (String[] row :
        Sql.rows(
            session,
            "SELECT export, source, cluster, cluster_job, state FROM %s WHERE target = ? AND NOT seen ORDER BY export"
                .formatted(names.exports()),
            names.table())) {
      ExportNames dead = names.withExport(Integer.parseInt(row[0]));
      State state = State.valueOf(row[4]);
      boolean open = state == State.RUNNING || state == State.FAILED || state == State.COMMITTING;
      String life = life(session, dead, open, row[2], row[3]);
      if (!life.isEmpty()) {
        if (row[1].equals(source)) {
          throw new IOException(
              "export %d of the same files is not at its end: %s; nothing is exported a second time"
                  .formatted(dead.export(), life));
        }
        LOG.info("Export {} into {} is left alone: {}", dead.export(), names.table(), life);
        continue;
      }
      // an undo or a finish may have been interrupted, so both are repeated
      state = new ExportOutcome(dead).undo(session);
      LOG.warn("Export {} had died; it is {} now", dead.export(), state.name().toLowerCase());
      boolean same = row[1].equals(source);
      if (state == State.BROKEN) {
        String why = new ExportOutcome(dead).brokenness(session);
        if (same) {
          throw new IOException(why);
        }
        LOG.warn(why);
        continue;
      }
      done |= state == State.COMMITTED && same;
      if (state == State.UNDONE || same) {
        new Ledger(dead).setSeen(session);
      } else {
        LOG.warn("The next export of its files brings nothing, because their rows are there");
      }
    }
    forget(session);
    return done;
  }

  /** Says how an export lives; "" if it is dead. */
  private String life(
      Connection session, ExportNames export, boolean open, String cluster, String job)
      throws IOException, SQLException {
    if (!new Ledger(export).clientIsGone(session, export.export())) {
      return "its client is connected";
    }
    if (!open || cluster.equals(ClusterJobs.LOCAL)) {
      return "";
    }
    if (!cluster.equals(jobs.cluster())) {
      return "its job %s belongs to the cluster %s, and this configuration names another cluster"
          .formatted(job, cluster);
    }
    return jobs.hasEnded(job) ? "" : "its job %s runs".formatted(job);
  }

  /** Removes the rows of exports that have ended, and what attempts prepared after that. */
  private void forget(Connection session) throws IOException, SQLException {
    Sql.update(
        session,
        "DELETE FROM %s WHERE target = ? AND seen".formatted(names.exports()),
        names.table());
    String prefix = "loadpath_" + names.ledger() + "_";
    List<String[]> prepared =
        Sql.rows(
            session,
            "SELECT DISTINCT split_part(substr(gid, length(?) + 1), '_', 1) FROM pg_prepared_xacts WHERE starts_with(gid, ?)",
            prefix,
            prefix);
    // asked after that, so that an export that has just begun is among them
    Set<String> open = new TreeSet<>();
    for (String[] row : Sql.rows(session, "SELECT export FROM %s".formatted(names.exports()))) {
      open.add(row[0]);
    }
    for (String[] row : prepared) {
      if (!open.contains(row[0])) {
        new ExportOutcome(names.withExport(Integer.parseInt(row[0]))).undo(session);
      }
    }
  }
}
