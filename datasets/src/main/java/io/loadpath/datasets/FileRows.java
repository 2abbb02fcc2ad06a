package io.loadpath.datasets;

import io.loadpath.rows.parser.MalformedRowException;
import io.loadpath.rows.parser.RowParser;
import io.loadpath.tables.DatasetException;
import io.loadpath.tables.Table;
import io.loadpath.tables.Trait;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;

/**
 * The result of reading a file's rows.
 *
 * @param traits the traits that rows and bytes show
 * @param textBytes the size of its text, in the file's encoding
 * @param startBytes size of the byte order mark and header line before its rows
 * @param endsWithLine whether the text ends with a line end
 */
record FileRows(
    Path path,
    Fingerprint fingerprint,
    Set<Trait> traits,
    long textBytes,
    long startBytes,
    boolean endsWithLine) {

  /**
   * Reads files of a table.
   *
   * @param postgresBytes whether bytes may be written as {@code \x00ff}, as PostgreSQL does
   * @throws DatasetException if a file cannot be read, or a row does not fit the table; naming
   *     file, line and column
   */
  static List<FileRows> read(
      Table table, boolean postgresBytes, List<Path> files, Progress progress) throws IOException {
    return FileTasks.run(
        files, (file, stored) -> read(table, postgresBytes, file, stored), progress);
  }

  private static FileRows read(
      Table table, boolean postgresBytes, Path file, LongConsumer storedBytes) throws IOException {
    RowParser parser = new RowParser(table.columns(), table.format(), postgresBytes);
    Fingerprinter fingerprinter = new Fingerprinter(table, parser);
    try (RowReader reader = new RowReader(file, table.format(), parser, storedBytes)) {
      while (reader.next()) {
        fingerprinter.addParsedRow();
      }
      return new FileRows(
          file,
          fingerprinter.result(),
          Traits.seen(reader, parser, table.format()),
          reader.textBytes(),
          reader.startBytes(),
          reader.endsWithLine());
    } catch (MalformedRowException e) {
      throw new DatasetException(
          "%s, line %d, %s".formatted(file, e.lineIndex() + 1, e.getMessage()), e);
    }
  }

  /** The fingerprint of the rows of all files. */
  static Fingerprint fingerprint(Table table, List<FileRows> files) {
    return files.stream()
        .map(FileRows::fingerprint)
        .reduce(Fingerprint.empty(table), Fingerprint::plus);
  }
}
