package io.loadpath.mapreduce.load.partitions;

import io.loadpath.loads.Sql;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.KeyColumn;
import io.loadpath.rows.ColumnType;
import io.loadpath.rows.KeyType;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The partition keys of partitioned tables, as far as the cluster can compute them. */
final class PartitionKeys {
  /** Advice for a target whose partitions the cluster cannot compute. */
  static final String REMEDY =
      "load it unsorted, so that the server finds the partition of each row";

  /**
   * The columns of keys, with the types under domains. For a collation: whether its order is that
   * of the bytes of UTF-8, and whether equal texts have equal bytes.
   */
  private static final String COLUMNS =
      """
      WITH RECURSIVE key (relation, place, name, type, modifier, class, coll) AS (
        SELECT p.partrelid, k.place, a.attname, a.atttypid, a.atttypmod, k.class, k.coll
        FROM pg_partitioned_table p CROSS JOIN LATERAL
          unnest(p.partattrs::int2[], p.partclass::oid[], p.partcollation::oid[])
            WITH ORDINALITY AS k (number, class, coll, place)
          LEFT JOIN pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = k.number AND k.number <> 0
        WHERE p.partrelid = ANY (?::text[]::oid[])
        UNION ALL
        SELECT k.relation, k.place, k.name, t.typbasetype,
          CASE WHEN k.modifier < 0 THEN t.typtypmod ELSE k.modifier END, k.class, k.coll
        FROM key k JOIN pg_type t ON t.oid = k.type AND t.typtype = 'd'
      )
      SELECT k.relation, k.name, t.typname, format_type(t.oid, k.modifier), k.modifier, o.opcname, o.opcdefault,
        c.collname, c.collisdeterministic,
        current_setting('server_encoding') IN ('UTF8', 'SQL_ASCII', 'LATIN1') AND coalesce(
          c.collprovider = 'b' OR c.collprovider = 'c' AND c.collcollate IN ('C', 'POSIX')
          OR c.collprovider = 'd' AND (
            SELECT CASE coalesce(to_jsonb(d) ->> 'datlocprovider', 'c')
              WHEN 'b' THEN true WHEN 'c' THEN d.datcollate IN ('C', 'POSIX') END
            FROM pg_database d WHERE d.datname = current_database()), false)
      FROM key k LEFT JOIN pg_type t ON t.oid = k.type JOIN pg_opclass o ON o.oid = k.class
        LEFT JOIN pg_collation c ON c.oid = k.coll
      WHERE t.typtype IS DISTINCT FROM 'd'
      ORDER BY k.relation, k.place""";

  private final Map<String, List<String[]>> rows = new HashMap<>();
  private final List<String> columns;

  private PartitionKeys(List<String> columns) {
    this.columns = columns;
  }

  /**
   * @param oids of partitioned tables
   * @param columns of the rows, in their order
   */
  static PartitionKeys read(Connection session, List<String> oids, List<String> columns)
      throws SQLException {
    PartitionKeys keys = new PartitionKeys(columns);
    for (String[] row : Sql.rows(session, COLUMNS, (Object) oids.toArray(new String[0]))) {
      keys.rows.computeIfAbsent(row[0], oid -> new ArrayList<>()).add(row);
    }
    return keys;
  }

  /**
   * Returns the columns of a table's key.
   *
   * @param strategy r for RANGE, l for LIST, h for HASH
   * @throws IOException naming what the cluster cannot compute
   */
  List<KeyColumn> of(String oid, String table, String strategy) throws IOException {
    if (!strategy.equals("r") && !strategy.equals("l")) {
      throw refused(table, "by hash, which only the server computes");
    }
    List<KeyColumn> key = new ArrayList<>();
    for (String[] row : rows.get(oid)) {
      key.add(column(table, strategy.equals("r"), row));
    }
    return List.copyOf(key);
  }

  private KeyColumn column(String table, boolean range, String[] row) throws IOException {
    String name = row[1];
    if (name == null) {
      throw refused(table, "by an expression, which only the server computes");
    }
    String by = "by column " + name;
    Optional<ColumnType> type = ColumnType.named(row[2]);
    if (type.isEmpty()) {
      throw refused(table, "%s of type %s, which has no sort key here".formatted(by, row[3]));
    }
    if (row[6].equals("f")) {
      throw refused(table, "%s with operator class %s, not the type's own".formatted(by, row[5]));
    }
    if (type.get() == ColumnType.TEXT) {
      if (range && row[9].equals("f")) {
        throw refused(
            table,
            "%s in the order of collation %s, which is not that of the bytes, as in collation C"
                .formatted(by, row[7]));
      }
      if (row[8].equals("f")) {
        throw refused(
            table,
            "%s with collation %s, to which different texts are equal".formatted(by, row[7]));
      }
    }
    int index = columns.indexOf(name);
    if (index < 0) {
      throw refused(table, by + ", which the rows do not have");
    }
    return new KeyColumn(
        index, name, new KeyType(type.get(), row[2].equals("bpchar"), Integer.parseInt(row[4])));
  }

  private static IOException refused(String table, String why) {
    return new IOException("%s is partitioned %s: %s".formatted(table, why, REMEDY));
  }
}
