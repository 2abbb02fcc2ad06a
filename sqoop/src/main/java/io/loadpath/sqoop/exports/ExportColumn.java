package io.loadpath.sqoop.exports;

import io.loadpath.copy.ColumnType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Optional;

/**
 * A column of the target that the files fill.
 *
 * @param name as the server's catalog has it
 * @param type the name of its type, or of the type under its domain, in the catalog
 * @param shownType the type for messages and tables, for instance {@code character varying(20)}
 * @param text whether it is a type of text, for which '' is a value
 */
record ExportColumn(
    String name, String type, String shownType, boolean text) {

  /** How its text becomes binary; empty if the server must read the text. */
  Optional<ColumnType> binary() {
    return ColumnType.named(type);
  }

  void write(DataOutput out) throws IOException {
    out.writeUTF(name);
    out.writeUTF(type);
    out.writeUTF(shownType);
    out.writeBoolean(text);
  }

  static ExportColumn read(DataInput in) throws IOException {
    return new ExportColumn(
        in.readUTF(), in.readUTF(), in.readUTF(), in.readBoolean());
  }
}
