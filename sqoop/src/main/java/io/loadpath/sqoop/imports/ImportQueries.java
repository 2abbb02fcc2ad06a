package io.loadpath.sqoop.imports;

import io.loadpath.loads.Share;
import io.loadpath.sqoop.imports.BlockRanges.Range;
import io.loadpath.sqoop.imports.TableParts.Part;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * The queries of an import from a table or from a query.
 *
 * @param columns select list, as SQL
 * @param table quoted name, with its schema if the user gave one; null for a query
 * @param alias quoted name of the table in conditions
 * @param query with {@code $CONDITIONS}; null for a table
 * @param where the user's condition, or null
 * @param lockedTable the table, for LOCK; null if a lock does not protect all its rows
 */
record ImportQueries(
    String columns, String table, String alias, String query, String where, String lockedTable) {
  private static final String CONDITIONS = "$CONDITIONS";
  private static final long BLOCK_BYTES = 8192;

  /** All rows. */
  List<Share> whole() {
    return List.of(through(null));
  }

  /** The query for all rows. */
  String all() {
    return with(null);
  }

  /** One split for each condition. */
  List<Share> withConditions(List<String> conditions) {
    return conditions.stream().map(this::through).toList();
  }

  /**
   * Equal shares of the blocks of all parts. The mappers share the parts without blocks, each read
   * whole, in turn.
   */
  List<Share> ofParts(List<Part> parts, int mappers) {
    List<Part> divided = parts.stream().filter(Part::hasBlocks).toList();
    long[] blocks = divided.stream().mapToLong(Part::blocks).toArray();
    List<Part> others = parts.stream().filter(part -> !part.hasBlocks()).toList();
    List<Share> splits = new ArrayList<>();
    // equal sizes, so that the files are in the order of the blocks
    long bytes = LongStream.of(blocks).sum() * BLOCK_BYTES / mappers;
    int turn = 0;
    List<List<Range>> shares = BlockRanges.ofParts(blocks, mappers);
    for (int share = shares.size(); share < Math.min(mappers, others.size()); share++) {
      shares.add(List.of());
    }
    for (List<Range> share : shares) {
      List<String> queries = new ArrayList<>();
      Set<Part> read = new LinkedHashSet<>();
      for (Range range : share) {
        Part part = divided.get(range.part());
        read.add(part);
        queries.add(from(part, range));
      }
      for (int other = turn++; other < others.size(); other += shares.size()) {
        read.add(others.get(other));
        queries.add(from(others.get(other), null));
      }
      List<String> tables =
          read.stream().filter(Part::canLock).map(part -> "ONLY " + part.name()).toList();
      boolean locksAll = tables.size() == read.size() && where == null;
      splits.add(new ImportWork(queries, tables, locksAll).share(bytes));
    }
    return splits;
  }

  /** Equal shares of the blocks of all parts, read through the table itself. */
  List<Share> acrossParts(TableParts parts, int mappers) {
    List<Share> splits = new ArrayList<>();
    for (Range range : BlockRanges.acrossParts(parts.blocks(), mappers)) {
      String condition = range.whole() ? null : TableParts.range(range.from(), range.to());
      splits.add(through(condition));
    }
    return splits;
  }

  /** A split that reads the table or the query itself. */
  private Share through(String condition) {
    List<String> tables = lockedTable == null ? List.of() : List.of(lockedTable);
    // the user's condition may read other tables
    boolean locksAll = lockedTable != null && where == null;
    return new ImportWork(List.of(with(condition)), tables, locksAll).share(0);
  }

  /** The query for the least and the greatest value of a column. */
  String bounds(String column) {
    if (table != null) {
      return "SELECT min(%s), max(%s) FROM %s AS %s%s"
          .formatted(column, column, table, alias, where(null));
    }
    String name = column.substring(column.lastIndexOf('.') + 1);
    return "SELECT min(%s), max(%s) FROM (%s\n) AS t1"
        .formatted(name, name, query.replace(CONDITIONS, "(1 = 1)"));
  }

  private String from(Part part, Range range) {
    String condition =
        range == null || range.whole() ? null : TableParts.range(range.from(), range.to());
    return "SELECT %s FROM ONLY %s AS %s%s"
        .formatted(columns, part.name(), alias, where(condition));
  }

  private String with(String condition) {
    if (table != null) {
      return "SELECT %s FROM %s AS %s%s".formatted(columns, table, alias, where(condition));
    }
    String text = query.replace(CONDITIONS, condition == null ? "(1 = 1)" : "(" + condition + ")");
    return columns == null ? text : "SELECT %s FROM (%s\n) AS %s".formatted(columns, text, alias);
  }

  private String where(String condition) {
    List<String> all = new ArrayList<>();
    if (condition != null) {
      all.add("(" + condition + ")");
    }
    if (where != null) {
      // it may end with a comment
      all.add("(" + where + (where.contains("--") ? "\n)" : ")"));
    }
    return all.isEmpty() ? "" : " WHERE " + String.join(" AND ", all);
  }
}
