package io.loadpath.loads.exports;

import io.loadpath.loads.Sql;
import io.loadpath.loads.exports.ExportPlan.Way;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * A load whose rows arrived, from the ledger.
 *
 * @param load its number in the ledger
 * @param target its table
 * @param day on which it ended
 * @param tasks that brought rows
 * @param bytes that they sent
 * @param seconds from its start to its commit
 */
public record PastLoad(
    int load, String target, String day, int tasks, long rows, long bytes, double seconds) {
  /** Number of loads that the ledger keeps for each table, and that a plan looks at. */
  static final int MOST = 10;

  /**
   * Returns the last loads into a table, the latest first. If there are none, returns those into
   * other tables of its schema.
   *
   * @param names of the target
   * @param way of these loads
   * @param conf of a job; the loads came from its cluster
   */
  public static List<PastLoad> of(
      Connection session, ExportNames names, Way way, Configuration conf)
      throws IOException, SQLException {
    if (!LedgerTables.isThere(session, names.exports())
        || !LedgerTables.isThere(session, names.tasks())) {
      return List.of();
    }
    List<PastLoad> loads =
        Sql.rows(
                session,
                """
                SELECT e.export, e.target, e.ended::date, count(*), sum(t.rows), sum(t.bytes),
                  extract(epoch FROM e.ended - e.started)
                FROM %s e JOIN %s t USING (export)
                WHERE e.state = 'COMMITTED' AND e.way = ? AND e.cluster = ? AND t.rows > 0 AND e.ended > e.started
                GROUP BY e.export ORDER BY e.target = ? DESC, e.export DESC LIMIT %d"""
                    .formatted(names.exports(), names.tasks(), MOST),
                way.name(),
                new JobCluster(conf).name(),
                names.table())
            .stream()
            .map(PastLoad::read)
            .toList();
    List<PastLoad> same = loads.stream().filter(l -> l.target().equals(names.table())).toList();
    return same.isEmpty() ? loads : same;
  }

  private static PastLoad read(String[] row) {
    return new PastLoad(
        Integer.parseInt(row[0]),
        row[1],
        row[2],
        Integer.parseInt(row[3]),
        Long.parseLong(row[4]),
        Long.parseLong(row[5]),
        Double.parseDouble(row[6]));
  }
}
