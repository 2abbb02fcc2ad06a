package io.loadpath.loads.exports;

import io.loadpath.loads.Sql;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Rows that a load inserts into the leaves of its target, not through the target. The server then
 * uses the defaults, the privileges and the row security of a leaf, not those of the target.
 */
public final class LeafRows {
  private static final String DIFFERENCES =
      """
      WITH target (oid) AS (SELECT to_regclass(?)::oid),
        leaf AS (SELECT relid AS oid FROM target, pg_partition_tree(target.oid) WHERE isleaf AND relid <> target.oid)
      SELECT format('row security restricts this role in %s, but not in its partitions: load as a role that it does not restrict', oid::regclass)
      FROM target WHERE row_security_active(oid) AND EXISTS (SELECT FROM leaf)
      UNION ALL
      SELECT format('trigger %I of %s fires once for a statement, and not for rows of its partitions: load with --unsorted', tgname, tgrelid::regclass)
      FROM target, pg_partition_tree(target.oid) JOIN pg_trigger ON tgrelid = relid
      WHERE NOT isleaf AND NOT tgisinternal AND tgenabled <> 'D' AND tgtype & 4 <> 0 AND tgtype & 1 = 0
      UNION ALL
      SELECT format('this role may not insert into %s: GRANT INSERT ON it, or load with --unsorted', oid::regclass)
      FROM leaf WHERE NOT has_any_column_privilege(oid, 'INSERT')
      UNION ALL
      SELECT format('the files do not fill column %I, and it has another default in %s than in %s: load with --unsorted', a.attname, leaf.oid::regclass, target.oid::regclass)
      FROM target JOIN pg_attribute a ON a.attrelid = target.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND a.attname <> ALL (?::text[])
        CROSS JOIN leaf JOIN pg_attribute l ON l.attrelid = leaf.oid AND l.attname = a.attname
        LEFT JOIN pg_attrdef ad ON ad.adrelid = a.attrelid AND ad.adnum = a.attnum
        LEFT JOIN pg_attrdef ld ON ld.adrelid = l.attrelid AND ld.adnum = l.attnum
      WHERE a.attidentity <> l.attidentity OR pg_get_expr(ad.adbin, ad.adrelid) IS DISTINCT FROM pg_get_expr(ld.adbin, ld.adrelid)
      LIMIT 1""";

  private LeafRows() {}

  /**
   * Requires that the rows will be as if they came through the target.
   *
   * @param columns that the files fill
   * @throws IOException naming a difference
   */
  public static void requireSame(Connection session, TargetTable target, List<ExportColumn> columns)
      throws IOException, SQLException {
    String[] filled = columns.stream().map(ExportColumn::name).toArray(String[]::new);
    for (String[] row : Sql.rows(session, DIFFERENCES, target.forSql(), filled)) {
      throw new IOException(row[0]);
    }
  }
}
