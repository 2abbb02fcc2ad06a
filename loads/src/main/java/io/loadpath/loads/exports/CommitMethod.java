package io.loadpath.loads.exports;

import io.loadpath.loads.Settings;
import io.loadpath.loads.Sql;
import io.loadpath.loads.exports.ExportPlan.Way;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The choice of the commit method for mappers that insert rows. */
public final class CommitMethod {
  /** The default of {@link Settings#EXPORT_COMMIT}. */
  public static final String AUTO = "auto";

  private static final Logger LOG = LoggerFactory.getLogger(CommitMethod.class);

  private CommitMethod() {}

  /**
   * Returns the way that {@link Settings#EXPORT_COMMIT} names, or the best one, and logs the
   * reason.
   *
   * @throws IOException if the word is unknown, or its way is not possible
   */
  public static Way of(Configuration conf, int mappers, TargetTable target, Connection session)
      throws IOException, SQLException {
    String word = conf.getTrimmed(Settings.EXPORT_COMMIT, AUTO);
    String setting = "%s=%s".formatted(Settings.EXPORT_COMMIT, word);
    if (word.equals(Way.INSERT.toString())) {
      return logged(target, Way.INSERT, setting);
    }
    if (!word.equals(AUTO) && !word.equals(Way.TWO_PHASE.toString())) {
      throw new IOException("%s is not one of auto, two-phase, insert".formatted(setting));
    }
    String obstacle = twoPhaseObstacle(mappers, target, session);
    if (!obstacle.isEmpty() && !word.equals(AUTO)) {
      throw new IOException("%s: %s".formatted(setting, obstacle));
    }
    return obstacle.isEmpty()
        ? logged(
            target,
            Way.TWO_PHASE,
            word.equals(AUTO) ? "max_prepared_transactions has room" : setting)
        : logged(target, Way.INSERT, obstacle);
  }

  private static Way logged(TargetTable target, Way way, String reason) {
    LOG.info("Exports into {} by {}: {}", target.name(), way, reason);
    return way;
  }

  /** The reason why transactions cannot be prepared, or "". */
  private static String twoPhaseObstacle(int mappers, TargetTable target, Connection session)
      throws SQLException {
    List<String[]> unfit =
        Sql.rows(
            session,
            """
            WITH part AS (SELECT oid, relkind, relpersistence FROM pg_class
              WHERE oid = to_regclass(?) OR oid IN (SELECT relid FROM pg_partition_tree(to_regclass(?))))
            SELECT 1, oid::regclass || CASE relpersistence
              WHEN 'p' THEN ' is a foreign table, over which the server prepares no transaction'
              WHEN 'u' THEN ' is unlogged: a crash empties it and keeps prepared transactions'
              ELSE ' is a temporary table, over which the server prepares no transaction' END
            FROM part WHERE relkind = 'f' OR relkind = 'r' AND relpersistence <> 'p'
            UNION ALL
            SELECT 2, indrelid::regclass || ' has the unique index ' || indexrelid::regclass
              || ', where rows of a prepared attempt that died would stop the next one'
            FROM pg_index JOIN part ON oid = indrelid WHERE indisunique OR indisexclusion
            ORDER BY 1, 2 LIMIT 1""",
            target.forSql(),
            target.forSql());
    if (!unfit.isEmpty()) {
      return unfit.get(0)[1];
    }
    int most = Integer.parseInt(Sql.value(session, "SHOW max_prepared_transactions"));
    int used = Integer.parseInt(Sql.value(session, "SELECT count(*) FROM pg_prepared_xacts"));
    return most - used >= mappers
        ? ""
        : "max_prepared_transactions=%d, of which %d are used, is too small for %d mappers"
            .formatted(most, used, mappers);
  }
}
