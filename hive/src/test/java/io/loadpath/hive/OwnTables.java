package io.loadpath.hive;

import io.loadpath.tables.Table;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;

/** Tables of other people, with what is hard for Hive in their names, formats and types. */
final class OwnTables {
  /** Every type, quotes, a header, a NULL text, names that need quotes, months and buckets. */
  static final Table QUOTED = read("quoted");

  /** Tabs, no delimiter after the last field, CR and LF, German days, months without buckets. */
  static final Table TABBED = read("tabbed");

  /** No quotes, but a backslash before what would end a field. */
  static final Table ESCAPED = read("escaped");

  /** Latin-1, and quotes that are escaped. */
  static final Table LATIN = read("latin");

  static final List<Table> ALL = List.of(QUOTED, TABBED, ESCAPED, LATIN);

  private OwnTables() {}

  private static Table read(String name) {
    try {
      return Table.read(Path.of(OwnTables.class.getResource(name + ".yaml").toURI()));
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
