package io.loadpath.loads.exports;

import io.loadpath.rows.ColumnType;
import io.loadpath.rows.RowCopy;
import java.io.Serializable;
import java.util.Optional;
import java.util.Set;

/**
 * A column of the target that the files fill.
 *
 * @param name in the server's catalog
 * @param type the name of its type, or of the type under its domain, in the catalog
 * @param shownType the type for messages and tables, for instance {@code character varying(20)}
 * @param mayBeEmpty whether '' is a value of the type; otherwise, an empty field is NULL
 */
public record ExportColumn(String name, String type, String shownType, boolean mayBeEmpty)
    implements Serializable {
  /** Types for which Sqoop has a class other than String. */
  private static final Set<String> NOT_TEXT_TO_SQOOP =
      Set.of(
          "int2 int4 int8 numeric float4 float8 money bool date time timetz timestamp timestamptz bytea bit oid"
              .split(" "));

  /** Replaces bytea if the files have bare hexadecimal digits. */
  private static final String HEX_BYTES = "bytea as hex";

  /** The same column for files with bytea as bare hexadecimal digits. */
  public ExportColumn withHexBytes() {
    return type.equals("bytea") ? new ExportColumn(name, HEX_BYTES, shownType, true) : this;
  }

  /** The name of its type in the catalog, whatever the files have. */
  String typeInCatalog() {
    return hasHexBytes() ? "bytea" : type;
  }

  boolean hasHexBytes() {
    return type.equals(HEX_BYTES);
  }

  RowCopy.Column forCopy() {
    return new RowCopy.Column(name, binary().orElse(null), textToSqoop(), mayBeEmpty);
  }

  /** The conversion of its text to binary; empty if the server must read the text. */
  public Optional<ColumnType> binary() {
    return hasHexBytes() ? Optional.of(ColumnType.HEX) : ColumnType.named(type);
  }

  /** Whether Sqoop holds its values as text, so that {@code --input-null-string} is NULL. */
  boolean textToSqoop() {
    return !hasHexBytes() && !NOT_TEXT_TO_SQOOP.contains(type);
  }
}
