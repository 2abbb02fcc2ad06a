package io.loadpath.mapreduce.load.partitions;

import io.loadpath.loads.Sql;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/** Writes the statements that make missing partitions. */
public final class PartitionDdl {
  private static final int MOST_STATEMENTS = 12;
  private static final int MAX_NAME_BYTES = 63;
  private static final String BOUNDS =
      """
      SELECT pg_get_expr(c.relpartbound, c.oid) FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = ?::bigint::oid""";

  private final String schema;
  private final String table;
  private final Set<String> names = new HashSet<>();
  private final List<String> statements = new ArrayList<>();

  private PartitionDdl(String schema, String table) {
    this.schema = schema;
    this.table = table;
  }

  /** Returns the statements for all tables that lack partitions. */
  public static List<String> of(Connection session, List<MissingRow> missing) throws SQLException {
    Map<Long, List<MissingRow>> tables = new LinkedHashMap<>();
    missing.forEach(
        row -> tables.computeIfAbsent(row.level().oid(), oid -> new ArrayList<>()).add(row));
    List<String> statements = new ArrayList<>();
    for (Map.Entry<Long, List<MissingRow>> entry : tables.entrySet()) {
      String[] name =
          Sql.rows(
                  session,
                  "SELECT n.nspname, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = ?::bigint::oid",
                  entry.getKey())
              .get(0);
      List<PartitionBound> bounds =
          Sql.rows(session, BOUNDS, entry.getKey()).stream()
              .map(row -> PartitionBound.parse(row[0]))
              .toList();
      statements.addAll(of(name[0], name[1], bounds, entry.getValue()));
    }
    return statements;
  }

  /**
   * Returns the statements for a table.
   *
   * @param bounds of its partitions
   */
  static List<String> of(
      String schema, String table, List<PartitionBound> bounds, List<MissingRow> missing) {
    PartitionDdl ddl = new PartitionDdl(schema, table);
    Level level = missing.get(0).level();
    boolean complete =
        level.range() ? ddl.addRanges(level, bounds, missing) : ddl.addLists(missing);
    if (!complete || ddl.statements.size() > MOST_STATEMENTS) {
      ddl.statements.clear();
      ddl.add("default", "DEFAULT");
    }
    return ddl.statements;
  }

  /** Returns false if a key has no such partition. */
  private boolean addRanges(Level level, List<PartitionBound> bounds, List<MissingRow> missing) {
    Optional<BoundSteps> steps =
        level.columns().size() == 1
            ? BoundSteps.of(level.columns().get(0).type().type(), bounds)
            : Optional.empty();
    Set<Long> lowers = new TreeSet<>();
    for (MissingRow row : missing) {
      OptionalLong lower =
          steps.isEmpty() ? OptionalLong.empty() : steps.get().lower(row.key().get(0));
      if (lower.isEmpty()) {
        return false;
      }
      lowers.add(lower.getAsLong());
    }
    for (long lower : lowers) {
      BoundSteps known = steps.orElseThrow();
      add(
          known.name(lower),
          "FOR VALUES FROM ('%s') TO ('%s')"
              .formatted(known.text(lower), known.text(lower + known.width())));
    }
    return true;
  }

  private boolean addLists(List<MissingRow> missing) {
    for (MissingRow row : missing) {
      String value = row.key().get(0);
      add(
          value == null ? "null" : value,
          "FOR VALUES IN (%s)".formatted(value == null ? "NULL" : Sql.literal(value)));
    }
    return true;
  }

  private void add(String suffix, String bound) {
    String end = "_" + suffix.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
    int most = Math.max(0, MAX_NAME_BYTES - end.length());
    String start = table.substring(0, Math.min(table.length(), most));
    String name = (start + end).substring(0, Math.min(MAX_NAME_BYTES, (start + end).length()));
    for (int i = 2; !names.add(name); i++) {
      name = start + end + i;
    }
    statements.add(
        "CREATE TABLE %s PARTITION OF %s %s;".formatted(inSchema(name), inSchema(table), bound));
  }

  private String inSchema(String name) {
    return shown(schema) + "." + shown(name);
  }

  /** Quotes a name that SQL would read in another way. */
  static String shown(String name) {
    return name.matches("[a-z_][a-z0-9_]*") ? name : Sql.quoted(name);
  }
}
