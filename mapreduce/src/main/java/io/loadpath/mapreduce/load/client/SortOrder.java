package io.loadpath.mapreduce.load.client;

import io.loadpath.loads.Sql;
import io.loadpath.mapreduce.load.LoadColumn;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The order of the rows within a partition.
 *
 * @param columns by their index; empty for the order of the files
 * @param uniqueColumns number of columns, the first ones, whose values are unique; 0 if none are
 */
record SortOrder(List<Integer> columns, int uniqueColumns) {
  /** The columns of unique keys, the primary key's first. */
  private static final String KEYS =
      """
      SELECT i.indexrelid, i.indisprimary, a.attname
      FROM pg_index i CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY AS k (number, place)
        JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number
      WHERE i.indrelid = ?::bigint::oid AND i.indisunique AND i.indpred IS NULL AND i.indexprs IS NULL
        AND k.place <= i.indnkeyatts
      ORDER BY i.indisprimary DESC, i.indexrelid, k.place""";

  /**
   * Returns the order that the user wants, or that of the primary key.
   *
   * @param names of columns; null for the primary key's
   * @param columns that the files fill
   * @param target its oid
   * @throws IOException naming a column that the files do not fill, or that is named twice
   */
  static SortOrder of(List<String> names, List<LoadColumn> columns, long target, Connection session)
      throws IOException, SQLException {
    Map<String, List<String>> keys = new LinkedHashMap<>();
    List<String> primary = List.of();
    for (String[] row : Sql.rows(session, KEYS, target)) {
      List<String> key = keys.computeIfAbsent(row[0], index -> new ArrayList<>());
      key.add(row[2]);
      primary = row[1].equals("t") ? key : primary;
    }
    boolean byKey =
        names == null && columns.stream().map(LoadColumn::name).toList().containsAll(primary);
    List<String> order = byKey ? primary : names;
    return new SortOrder(of(order, columns).columns(), uniqueColumns(order, keys));
  }

  /**
   * Returns the order that the user wants, for a table whose keys are not known.
   *
   * @param order names of columns; null for the order of the files
   */
  static SortOrder of(List<String> order, List<LoadColumn> columns) throws IOException {
    List<String> known = columns.stream().map(LoadColumn::name).toList();
    List<Integer> indexes = new ArrayList<>();
    for (String name : order == null ? List.<String>of() : order) {
      int index = known.indexOf(name);
      if (index < 0) {
        throw new IOException(
            "--sort-by names %s, which the files do not have; they have %s"
                .formatted(name, String.join(", ", known)));
      }
      if (indexes.contains(index)) {
        throw new IOException("--sort-by names %s twice".formatted(name));
      }
      indexes.add(index);
    }
    return new SortOrder(List.copyOf(indexes), 0);
  }

  /** Returns the number of first columns of the order that are all columns of a unique key. */
  private static int uniqueColumns(List<String> order, Map<String, List<String>> keys) {
    for (int i = 1; order != null && i <= order.size(); i++) {
      List<String> first = order.subList(0, i);
      if (keys.values().stream().anyMatch(key -> new HashSet<>(key).equals(new HashSet<>(first)))) {
        return i;
      }
    }
    return 0;
  }
}
