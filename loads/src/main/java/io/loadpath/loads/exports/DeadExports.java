package io.loadpath.loads.exports;

import io.loadpath.loads.ServerError;
import io.loadpath.loads.Sql;
import io.loadpath.loads.exports.Ledger.Identity;
import io.loadpath.loads.exports.Ledger.State;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finishes or undoes the exports into a target whose clients and jobs have died. */
final class DeadExports {
  private static final Logger LOG = LoggerFactory.getLogger(DeadExports.class);

  private final Connection session;
  private final ExportNames names;
  private final JobCluster own;
  private final String againOption;
  private int left;

  /**
   * @param againOption the option that repeats an export of the same files
   */
  DeadExports(Connection session, ExportNames names, JobCluster own, String againOption) {
    this.session = session;
    this.names = names;
    this.own = own;
    this.againOption = againOption;
  }

  /**
   * Skips exports that still run, and exports that another role must end.
   *
   * @param next the next export, if any
   * @param again whether it is exported a second time
   * @return whether its rows are in the target
   * @throws IOException if an export of the same files still runs, or if its rows were committed
   *     and may be gone since
   */
  boolean settle(Identity next, boolean again) throws IOException, SQLException {
    boolean done = false;
    for (String[] row :
        Sql.rows(
            session,
            "SELECT export, source, cluster, cluster_job, state, way, seen, ended, digest FROM %s WHERE %s AND (NOT seen OR source = ?) ORDER BY export"
                .formatted(names.exports(), ofTarget()),
            names.table(),
            next.named() ? next.source() : "")) {
      ExportNames dead = names.withExport(Integer.parseInt(row[0]));
      State state = State.valueOf(row[4]);
      boolean seen = row[6].equals("t");
      boolean same = next.isSame(row[1], row[8], seen);
      if (!seen) {
        String why = obstacle(dead, state, row[2], row[3]);
        if (!why.isEmpty() && same) {
          throw new IOException(
              "export %d of the same files has not ended: %s; nothing is exported a second time"
                  .formatted(dead.export(), why));
        }
        if (!why.isEmpty()) {
          left++;
          LOG.warn("Skips export {} into {}: {}", dead.export(), names.table(), why);
          continue;
        }
        state = new Ledger(session, dead).state();
        LOG.warn("Export {} had died; it is {} now", dead.export(), state.name().toLowerCase());
      }
      if (state == State.BROKEN) {
        String why = new ExportOutcome(session, dead).brokenness();
        if (same) {
          throw new IOException(why);
        }
        LOG.warn(why);
      } else if (state != State.COMMITTED) {
        new Ledger(session, dead).setSeen();
      } else if (!same) {
        LOG.warn("The next export of its files brings nothing, because their rows are there");
      } else if (again || next.named() && Ledger.rows(new Ledger(session, dead).tasks()) == 0) {
        new Ledger(session, dead).forget(); // a load without rows brought nothing
      } else {
        requireRows(dead, row[5], row[7]);
        new Ledger(session, dead).setSeen(next);
        done = true;
      }
    }
    forget();
    return done;
  }

  /** The condition for exports into the table, or one that had its name, which is a parameter. */
  private String ofTarget() {
    return "(target = ? OR target_id = %s)".formatted(names.targetId());
  }

  /** Number of exports that the last {@link #settle} skipped. */
  int left() {
    return left;
  }

  private void requireRows(ExportNames dead, String way, String ended)
      throws IOException, SQLException {
    String why = new TargetFiles(session, dead).whyGone(way);
    if (!why.isEmpty()) {
      throw new IOException(
          "export %d of these files into %s was committed at %s, and its rows may be gone: %s. Nothing is exported. Look at the table: if the rows are missing, export them with %s, once; if they are there, confirm it with UPDATE %s SET storage = NULL WHERE export = %d"
              .formatted(
                  dead.export(),
                  dead.target(),
                  ended,
                  why,
                  againOption,
                  dead.exports(),
                  dead.export()));
    }
  }

  /** Finishes or undoes an export; returns the obstacle, or "". */
  private String obstacle(ExportNames dead, State state, String cluster, String job)
      throws IOException, SQLException {
    boolean open = state == State.RUNNING || state == State.FAILED || state == State.COMMITTING;
    String life = life(dead, open, cluster, job);
    if (!life.isEmpty()) {
      return life;
    }
    try {
      // an undo or a finish may have been interrupted, so both are repeated
      new ExportOutcome(session, dead).undo();
      return "";
    } catch (SQLException e) {
      if (!Sql.NO_PRIVILEGE.equals(e.getSQLState())) {
        throw e;
      }
      return "its client is dead, and only the role that ran it, or a superuser, can finish or undo it: %s"
          .formatted(ServerError.describe(e));
    }
  }

  /** Returns the reason why an export counts as alive; "" if it is dead. */
  private String life(ExportNames export, boolean open, String cluster, String job)
      throws IOException, SQLException {
    if (!new Ledger(session, export).clientIsGone()) {
      return "its client is connected";
    }
    if (!open || cluster.equals(JobCluster.LOCAL)) {
      return "";
    }
    if (!cluster.equals(own.name())) {
      return "its job %s belongs to the cluster %s, and this configuration names another cluster"
          .formatted(job, cluster);
    }
    return own.hasEnded(job) ? "" : "its job %s runs".formatted(job);
  }

  /**
   * Removes the rows of ended exports, unless a user named them, and the prepared transactions and
   * staging tables of forgotten exports. Of the last exports, keeps the figures, from which a plan
   * expects its minutes, and nothing that shows their files.
   */
  private void forget() throws IOException, SQLException {
    String unnamed =
        "%s AND seen AND NOT (state = 'COMMITTED' AND starts_with(source, %s))"
            .formatted(ofTarget(), Sql.literal(Identity.NAMED));
    Sql.update(
        session,
        """
        DELETE FROM %1$s WHERE %2$s AND export NOT IN (
          SELECT export FROM %1$s WHERE %2$s AND state = 'COMMITTED' ORDER BY export DESC LIMIT %3$d)"""
            .formatted(names.exports(), unnamed, PastLoad.MOST),
        names.table(),
        names.table());
    String[] past =
        Sql.rows(
                session,
                "UPDATE %s SET source = 'past', digest = NULL, storage = NULL WHERE %s AND source <> 'past' RETURNING export"
                    .formatted(names.exports(), unnamed),
                names.table())
            .stream()
            .map(row -> row[0])
            .toArray(String[]::new);
    if (past.length > 0) { // otherwise the tasks of other exports need not be waited for
      Sql.update(
          session,
          "UPDATE %s SET files = '{}', rejects = '{}', partitions = '{}' WHERE export = ANY (?::int[])"
              .formatted(names.tasks()),
          (Object) past);
    }
    Set<Integer> rests = new TreeSet<>(new ExportOutcome(session, names).rests());
    // asked after that, so that exports that have just begun are among them
    for (String[] row :
        Sql.rows(session, "SELECT export FROM %s WHERE NOT seen".formatted(names.exports()))) {
      rests.remove(Integer.valueOf(row[0]));
    }
    for (int rest : rests) {
      obstacle(names.withExport(rest), State.UNDONE, JobCluster.LOCAL, null);
    }
  }
}
