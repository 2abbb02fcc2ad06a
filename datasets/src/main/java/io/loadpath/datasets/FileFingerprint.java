package io.loadpath.datasets;

import io.loadpath.tables.DatasetException;
import io.loadpath.tables.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Computes the {@link Fingerprint} of rows in files, with one core for each file. */
public final class FileFingerprint {

  private FileFingerprint() {}

  /**
   * Returns the fingerprint of all rows in files of the table's format. {@code \x} may stand before
   * the digits of bytes, as PostgreSQL writes them.
   *
   * @param filesAndFolders plain files, or compressed ones ({@code .gz .zst .lz4 .bz2}); a folder
   *     stands for all files directly in it except manifest.json and names that start with '_' or
   *     '.'
   * @throws DatasetException if a file cannot be read, or a row does not fit the table; it names
   *     file, line and column
   */
  public static Fingerprint of(Table table, List<Path> filesAndFolders) throws IOException {
    List<Path> files = files(filesAndFolders);
    return FileRows.fingerprint(table, FileRows.read(table, true, files, Progress.silent()));
  }

  /** Lists the named data files and those in the named folders. */
  private static List<Path> files(List<Path> filesAndFolders) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path path : filesAndFolders) {
      if (!Files.isDirectory(path)) {
        files.add(path);
        continue;
      }
      int before = files.size();
      try (Stream<Path> entries = Files.list(path)) {
        entries.filter(FileFingerprint::isData).sorted().forEach(files::add);
      }
      if (files.size() == before) {
        throw new DatasetException(path + ": the folder holds no data files");
      }
    }
    return files;
  }

  private static boolean isData(Path file) {
    String name = file.getFileName().toString();
    return !name.startsWith("_") && !name.startsWith(".") && !name.equals(Manifest.FILE_NAME);
  }
}
