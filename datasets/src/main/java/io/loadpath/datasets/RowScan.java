package io.loadpath.datasets;

import io.loadpath.rows.FileFormat;
import io.loadpath.rows.parser.MalformedRowException;
import io.loadpath.rows.parser.RowParser;
import io.loadpath.tables.DatasetException;
import io.loadpath.tables.Trait;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Reads all rows of files with several threads. Where a line end is always the end of a row,
 * threads take blocks of lines from all files; otherwise each takes whole files.
 */
final class RowScan {

  private final RowText rowText;
  private final List<FileRows> files;
  private final List<FileRows> largestFirst;
  private final AtomicInteger taken = new AtomicInteger();
  private volatile boolean failed;

  RowScan(RowText rowText, List<Path> files) {
    this.rowText = rowText;
    this.files = files.stream().map(file -> new FileRows(file, rowText)).toList();
    largestFirst =
        this.files.stream().sorted(Comparator.comparing(file -> -file.storedBytes)).toList();
  }

  /** What was found in one file. */
  static final class FileRows {
    final Path path;
    final LongAdder rows = new LongAdder();

    /** The size of its text, in the file's encoding. */
    final LongAdder textBytes = new LongAdder();

    /** The byte order mark and header line before its rows, in the file's encoding. */
    long startBytes;

    boolean mark;
    boolean endsWithLine = true;
    private final long storedBytes;
    private final BlockReader blocks;

    private FileRows(Path path, RowText rowText) {
      this.path = path;
      storedBytes = path.toFile().length();
      blocks = new BlockReader(path, rowText, textBytes::add);
    }

    private void startsWith(RowText.Start start) {
      startBytes = start.textBytes();
      mark = start.mark();
    }

    private DatasetException malformed(MalformedRowException e, long linesBefore) {
      return new DatasetException(
          "%s, line %d, %s".formatted(path, linesBefore + e.lineIndex() + 1, e.getMessage()), e);
    }
  }

  /**
   * What the rows are.
   *
   * @param traits those that rows and bytes show
   * @param files in the order given
   */
  record Result(Fingerprint fingerprint, Set<Trait> traits, List<FileRows> files) {}

  /** One thread's tools and findings. */
  private record Worker(RowParser parser, Fingerprinter fingerprinter) {}

  /**
   * Reads the files.
   *
   * @throws DatasetException if a file cannot be read, or a row does not fit the table; naming
   *     file, line and column
   */
  Result run(int threads, Progress progress) throws IOException {
    List<Callable<Worker>> tasks = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int firstFile = (int) ((long) i * files.size() / threads);
      tasks.add(() -> work(firstFile));
    }
    List<Path> paths = files.stream().map(file -> file.path).toList();
    try {
      return result(Futures.run(tasks, threads, paths, rowText.storedBytes(), progress));
    } finally {
      failed = true;
      for (FileRows file : files) {
        file.blocks.close();
      }
    }
  }

  private Result result(List<Worker> workers) {
    Fingerprint sum = Fingerprint.empty(rowText.table());
    FileFormat format = rowText.table().format();
    Set<Trait> traits = EnumSet.noneOf(Trait.class);
    for (Worker worker : workers) {
      sum = sum.plus(worker.fingerprinter.result());
      traits.addAll(Traits.seen(worker.parser, format));
    }
    if (!format.header() && files.stream().anyMatch(file -> file.mark)) {
      traits.add(Trait.BOM);
    }
    return new Result(sum, traits, files);
  }

  private Worker work(int firstFile) throws IOException {
    RowParser parser = rowText.newParser();
    Worker worker = new Worker(parser, new Fingerprinter(rowText.table(), parser));
    try {
      if (rowText.hasPlainLines()) {
        takeBlocks(worker, firstFile);
      } else {
        takeFiles(worker);
      }
      return worker;
    } catch (IOException | RuntimeException e) {
      failed = true;
      throw e;
    }
  }

  /** Threads start at different files, so that they do not queue. */
  private void takeBlocks(Worker worker, int firstFile) throws IOException {
    BlockReader.Block block = new BlockReader.Block();
    for (int i = 0; i < files.size(); i++) {
      FileRows file = files.get((firstFile + i) % files.size());
      while (!failed && file.blocks.next(block)) {
        addBlock(worker, file, block);
      }
      if (!failed && file.blocks.bytes() == 0) {
        rowText.start(file.path, new byte[0], 0, true, worker.parser);
      }
    }
  }

  private void addBlock(Worker worker, FileRows file, BlockReader.Block block) throws IOException {
    if (block.bytes[block.length - 1] != '\n') { // only the last one
      file.endsWithLine = false;
    }
    int from = 0;
    int lines = 0;
    try {
      if (block.offset == 0) {
        RowText.Start start =
            rowText.start(file.path, block.bytes, block.length, true, worker.parser);
        from = start.bytes();
        lines = start.lines();
        file.startsWith(start);
      }
      file.rows.add(worker.fingerprinter.addLines(block.bytes, from, block.length));
    } catch (MalformedRowException e) {
      throw file.malformed(e, linesBefore(file.path, block.offset) + lines);
    }
  }

  /** Counts lines, only for an error that names one. */
  private long linesBefore(Path file, long offset) throws IOException {
    long lines = 0;
    BlockReader.Block block = new BlockReader.Block();
    try (BlockReader reader = new BlockReader(file, rowText, bytes -> {})) {
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

  private void takeFiles(Worker worker) throws IOException {
    for (int i = taken.getAndIncrement(); i < files.size(); i = taken.getAndIncrement()) {
      FileRows file = largestFirst.get(i);
      try (RowReader reader =
          new RowReader(file.path, rowText, worker.parser, file.textBytes::add)) {
        long count = 0;
        while (!failed && reader.next()) {
          worker.fingerprinter.addParsedRow();
          count++;
        }
        if (failed) {
          return;
        }
        file.rows.add(count);
        file.startsWith(reader.start());
        file.endsWithLine = reader.endsWithLine();
      } catch (MalformedRowException e) {
        throw file.malformed(e, 0);
      }
    }
  }
}
