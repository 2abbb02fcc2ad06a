package io.loadpath.mapreduce.load;

import io.loadpath.loads.Coded;
import io.loadpath.loads.Sql;
import io.loadpath.rows.KeyType;
import io.loadpath.rows.RowHash;
import java.io.IOException;
import java.io.Serializable;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/**
 * Proves that tables of the database have the rows that the mappers made: the server computes their
 * {@link RowSum} in SQL. A lost, doubled or changed row changes it. Reads each row once; a scan may
 * be parallel.
 *
 * @param names of the columns that the rows fill
 * @param types of these columns in the target
 */
public record PartitionProof(List<String> names, List<KeyType> types) implements Serializable {
  private static final String KEY = "loadpath.load.proof";

  /** The columns of a table, with the types under domains. */
  private static final String COLUMNS =
      """
      WITH RECURSIVE typed (name, type, modifier) AS (
        SELECT attname, atttypid, atttypmod FROM pg_attribute
        WHERE attrelid = ?::bigint::oid AND attnum > 0 AND NOT attisdropped
        UNION ALL
        SELECT d.name, t.typbasetype, CASE WHEN d.modifier < 0 THEN t.typtypmod ELSE d.modifier END
        FROM typed d JOIN pg_type t ON t.oid = d.type AND t.typtype = 'd'
      )
      SELECT d.name, t.typname, d.modifier
      FROM typed d JOIN pg_type t ON t.oid = d.type AND t.typtype <> 'd'""";

  /**
   * Reads the types of the target.
   *
   * @param session of {@link io.loadpath.loads.PostgresSession}
   * @param oid of the target
   * @throws IOException if the target lacks a column
   */
  public static PartitionProof read(Connection session, long oid, List<LoadColumn> columns)
      throws IOException, SQLException {
    Map<String, String[]> found = new HashMap<>();
    for (String[] row : Sql.rows(session, COLUMNS, oid)) {
      found.put(row[0], row);
    }
    List<String> names = new ArrayList<>();
    List<KeyType> types = new ArrayList<>();
    for (LoadColumn column : columns) {
      String[] row = found.get(column.name());
      if (row == null) {
        throw new IOException("the target has no column " + column.name());
      }
      names.add(row[0]);
      types.add(new KeyType(column.type(), row[1].equals("bpchar"), Integer.parseInt(row[2])));
    }
    return new PartitionProof(List.copyOf(names), List.copyOf(types));
  }

  /** Lets the mappers of a job hash their rows. */
  public void addTo(Configuration conf) throws IOException {
    Coded.put(conf, KEY, this);
  }

  /** Returns the proof of a job; null if the job is not proven. */
  static PartitionProof from(Configuration conf) throws IOException {
    return conf.get(KEY) == null ? null : Coded.get(conf, KEY, PartitionProof.class);
  }

  /**
   * Lets the server add up all rows of a table.
   *
   * @param table for SQL
   */
  public RowSum sum(Connection session, String table) throws SQLException {
    List<String> quoted = names.stream().map(Sql::quoted).toList();
    String[] row =
        Sql.rows(
                session,
                "SELECT count(*), coalesce(sum(%s), 0) FROM %s"
                    .formatted(RowHash.sql(quoted, types), table))
            .get(0);
    return new RowSum(Long.parseLong(row[0]), new BigDecimal(row[1]).toBigInteger().longValue());
  }

  /**
   * Requires that a table has the rows that the mappers made, and no others.
   *
   * @param table for SQL
   * @param partition for messages
   * @throws IOException naming the partition if its rows differ
   */
  void require(RowSum mapped, Connection session, String table, String partition)
      throws IOException, SQLException {
    RowSum stored = sum(session, table);
    if (stored.rows() != mapped.rows()) {
      throw new IOException(
          "%s: the server has %d rows instead of %d"
              .formatted(partition, stored.rows(), mapped.rows()));
    }
    if (stored.hash() != mapped.hash()) {
      throw new IOException(
          "%s: the rows on the server differ from those of the files".formatted(partition));
    }
  }
}
