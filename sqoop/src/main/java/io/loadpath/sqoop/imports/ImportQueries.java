package io.loadpath.sqoop.imports;

import io.loadpath.sqoop.imports.BlockRanges.Range;
import io.loadpath.sqoop.imports.TableParts.Part;
import java.util.ArrayList;
import java.util.List;

/**
 * The queries of an import from a table or from a query.
 *
 * @param columns what is selected, as SQL
 * @param table quoted name, with its schema if the user gave one; null for a query
 * @param alias quoted name under which conditions know the table
 * @param query with {@code $CONDITIONS}; null for a table
 * @param where the user's condition; null if there is none
 */
record ImportQueries(String columns, String table, String alias, String query, String where) {
  private static final String CONDITIONS = "$CONDITIONS";
  private static final long BLOCK_BYTES = 8192;

  /** All rows. */
  List<ImportSplit> whole() {
    return List.of(new ImportSplit(List.of(with(null)), 0));
  }

  /** One split for each condition. */
  List<ImportSplit> withConditions(List<String> conditions) {
    return conditions.stream().map(c -> new ImportSplit(List.of(with(c)), 0)).toList();
  }

  /**
   * Even shares of the blocks of all parts. Parts without blocks are read whole, in turn by each
   * mapper.
   */
  List<ImportSplit> ofParts(List<Part> parts, int mappers) {
    List<Part> divided = parts.stream().filter(Part::hasBlocks).toList();
    long[] blocks = divided.stream().mapToLong(Part::blocks).toArray();
    List<String> others =
        parts.stream().filter(part -> !part.hasBlocks()).map(part -> from(part, null)).toList();
    List<ImportSplit> splits = new ArrayList<>();
    int turn = 0;
    List<List<Range>> shares = BlockRanges.ofParts(blocks, mappers);
    for (int share = shares.size(); share < Math.min(mappers, others.size()); share++) {
      shares.add(List.of());
    }
    for (List<Range> share : shares) {
      List<String> queries = new ArrayList<>();
      long bytes = 0;
      for (Range range : share) {
        queries.add(from(divided.get(range.part()), range));
        long to = Math.min(range.to(), blocks[range.part()]);
        bytes += (to - range.from()) * BLOCK_BYTES;
      }
      for (int other = turn++; other < others.size(); other += shares.size()) {
        queries.add(others.get(other));
      }
      splits.add(new ImportSplit(queries, bytes));
    }
    return splits;
  }

  /** Even shares of the blocks of all parts, read through the table itself. */
  List<ImportSplit> acrossParts(TableParts parts, int mappers) {
    List<ImportSplit> splits = new ArrayList<>();
    for (Range range : BlockRanges.acrossParts(parts.blocks(), mappers)) {
      String condition = range.whole() ? null : TableParts.range(range.from(), range.to());
      splits.add(new ImportSplit(List.of(with(condition)), 0));
    }
    return splits;
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
      all.add("(" + where + ")");
    }
    return all.isEmpty() ? "" : " WHERE " + String.join(" AND ", all);
  }
}
