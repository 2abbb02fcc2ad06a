package io.loadpath.datasets;

import io.loadpath.datasets.table.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/** The {@link Fingerprint} of rows in files, computed with all cores. */
public final class FileFingerprint {

  private static final int BLOCK_BYTES = 1 << 20;

  private final Table table;
  private final List<BlockReader> readers;
  private volatile boolean failed;

  private FileFingerprint(Table table, List<BlockReader> readers) {
    this.table = table;
    this.readers = readers;
  }

  /**
   * The fingerprint of all rows in the files.
   *
   * @param filesAndFolders plain files, or compressed ones ({@code .gz .zst .lz4 .bz2}); of a
   *     folder, all files directly in it except those that start with '_' or '.' and manifest.json
   * @throws DatasetException if a file cannot be read, or a row does not fit the table; then it
   *     names file, line and column
   */
  public static Fingerprint of(Table table, List<Path> filesAndFolders) throws IOException {
    return of(table, filesAndFolders, Runtime.getRuntime().availableProcessors());
  }

  static Fingerprint of(Table table, List<Path> filesAndFolders, int threads) throws IOException {
    List<BlockReader> readers = new ArrayList<>();
    for (Path file : files(filesAndFolders)) {
      readers.add(new BlockReader(file, BLOCK_BYTES));
    }
    return new FileFingerprint(table, readers).run(threads);
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

  private Fingerprint run(int threads) throws IOException {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Fingerprint>> results = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int firstFile = (int) ((long) i * readers.size() / threads);
        results.add(pool.submit(() -> work(firstFile)));
      }
      Fingerprint sum = Fingerprint.empty(table);
      for (Future<Fingerprint> result : results) {
        sum = sum.plus(Futures.get(result));
      }
      return sum;
    } finally {
      pool.shutdownNow();
      for (BlockReader reader : readers) {
        reader.close();
      }
    }
  }

  /** Takes blocks from all files; threads start at different files, so that they do not queue. */
  private Fingerprint work(int firstFile) throws IOException {
    Fingerprinter fingerprinter = new Fingerprinter(table);
    BlockReader.Block block = new BlockReader.Block();
    try {
      for (int i = 0; i < readers.size(); i++) {
        BlockReader reader = readers.get((firstFile + i) % readers.size());
        while (!failed && reader.next(block)) {
          add(fingerprinter, reader, block);
        }
      }
    } catch (IOException e) {
      failed = true;
      throw e;
    }
    return fingerprinter.result();
  }

  private void add(Fingerprinter fingerprinter, BlockReader reader, BlockReader.Block block)
      throws IOException {
    try {
      fingerprinter.addLines(block.bytes, 0, block.length);
    } catch (MalformedRowException e) {
      long line = 1 + linesBefore(reader.file(), block.offset) + e.rowIndex();
      throw new DatasetException(reader.file() + ", line " + line + ", " + e.getMessage(), e);
    }
  }

  /** Counts lines, only for an error that names one. */
  private static long linesBefore(Path file, long offset) throws IOException {
    long lines = 0;
    BlockReader.Block block = new BlockReader.Block();
    try (BlockReader reader = new BlockReader(file, BLOCK_BYTES)) {
      while (reader.next(block) && block.offset < offset) {
        for (int i = 0; i < block.length; i++) {
          if (block.bytes[i] == '\n') {
            lines++;
          }
        }
      }
    }
    return lines;
  }
}
