package io.loadpath.tables.scripts;

import io.loadpath.rows.Column;

/**
 * A column as a template shows it.
 *
 * @param name its SQL name, quoted where needed
 * @param type its SQL type
 * @param required whether it is NOT NULL
 * @param kind what values it has, such as {@code integer}
 * @param described the column of the description
 */
public record SqlColumn(String name, String type, boolean required, String kind, Column described) {

  static SqlColumn of(Dialect dialect, Column column) {
    return new SqlColumn(
        dialect.name(column.name()),
        dialect.type(column.type()),
        !column.nullable(),
        column.type().kind().word(),
        column);
  }
}
