package io.loadpath.datasets;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loadpath.tables.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tables and files for tests: columns id (integer), note (text, nullable) and day (date). */
final class Described {

  private static final String COLUMNS =
      """
      columns:
        - {name: id, type: integer(9)}
        - {name: note, type: text(40), nullable: yes}
        - {name: day, type: date}
      """;

  private Described() {}

  /**
   * Writes and reads a description.
   *
   * @param format keys and values with a comma between them, such as {@code "header: no"}
   */
  static Table table(Path folder, String format) throws IOException {
    return Table.read(description(folder, format, COLUMNS));
  }

  static Path description(Path folder, String format, String columns) throws IOException {
    return Files.writeString(
        folder.resolve("t.yaml"),
        "table: t\nfiles: ['*.csv*']\nformat: {%s}\n%s"
            .formatted(
                format.contains("delimiter: ") ? format : "delimiter: ',', " + format, columns));
  }

  static Path description(Path folder, String format) throws IOException {
    return description(folder, format, COLUMNS);
  }

  static Path file(Path folder, String name, String text) throws IOException {
    return Files.write(folder.resolve(name), text.getBytes(UTF_8));
  }
}
