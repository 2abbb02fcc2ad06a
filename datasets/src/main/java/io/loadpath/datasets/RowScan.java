package io.loadpath.datasets;

import io.loadpath.tables.DatasetException;
import io.loadpath.tables.FileFormat;
import io.loadpath.tables.Trait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Reads all rows of files with several threads. Where a line end is always the end of a row,
 * threads take blocks of lines from all files; otherwise each takes whole files.
 */
final class RowScan {

  /**
   * What the rows are.
   *
   * @param traits those that rows and bytes show
   * @param files in the order given
   */
  record Result(Fingerprint fingerprint, Set<Trait> traits, List<FileRows> files) {}

  private static final int BLOCK_BYTES = 1 << 20;

  private final RowText rowText;
  private final List<Path> files;
  private final LongAdder[] rows;
  private final LongAdder[] textBytes;
  private final boolean[] endsWithLine;
  private final boolean[] marks;
  private final List<BlockReader> readers = new ArrayList<>();
  private final List<Integer> largestFirst = new ArrayList<>();
  private final AtomicInteger taken = new AtomicInteger();
  private volatile boolean failed;

  RowScan(RowText rowText, List<Path> files) {
    this.rowText = rowText;
    this.files = files;
    rows = new LongAdder[files.size()];
    textBytes = new LongAdder[files.size()];
    endsWithLine = new boolean[files.size()];
    marks = new boolean[files.size()];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = new LongAdder();
      LongAdder counted = new LongAdder();
      textBytes[i] = counted;
      readers.add(
          new BlockReader(files.get(i), file -> rowText.open(file, counted::add), BLOCK_BYTES));
      endsWithLine[i] = true;
      largestFirst.add(i);
    }
  }

  /** One thread's tools and findings. */
  private record Worker(RowParser parser, Fingerprinter fingerprinter) {}

  /**
   * Reads the files.
   *
   * @throws DatasetException if a file cannot be read, or a row does not fit the table; naming
   *     file, line and column
   */
  Result run(int threads, Progress progress) throws IOException {
    long storedBytes = 0;
    for (Path file : files) {
      storedBytes += Files.exists(file) ? Files.size(file) : 0;
    }
    if (!rowText.hasPlainLines()) {
      largestFirst.sort(Comparator.comparing(i -> -files.get(i).toFile().length()));
    }
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    List<Worker> workers = new ArrayList<>();
    List<Future<Void>> tasks = new ArrayList<>();
    try {
      for (int i = 0; i < threads; i++) {
        RowParser parser = rowText.newParser();
        Worker worker = new Worker(parser, new Fingerprinter(rowText.table(), parser));
        workers.add(worker);
        int firstFile = (int) ((long) i * files.size() / threads);
        tasks.add(pool.submit(() -> work(worker, firstFile)));
      }
      for (Future<Void> task : tasks) {
        Futures.await(task, rowText.storedBytes(), storedBytes, progress);
      }
      return result(workers);
    } finally {
      failed = true;
      pool.shutdownNow();
      for (BlockReader reader : readers) {
        reader.close();
      }
    }
  }

  private Result result(List<Worker> workers) {
    Fingerprint sum = new Fingerprinter(rowText.table(), rowText.newParser()).result();
    FileFormat format = rowText.table().format();
    Set<Trait> traits = EnumSet.noneOf(Trait.class);
    for (Worker worker : workers) {
      sum = sum.plus(worker.fingerprinter.result());
      traits.addAll(Traits.seen(worker.parser, format));
    }
    List<FileRows> found = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      found.add(
          new FileRows(files.get(i), rows[i].sum(), textBytes[i].sum(), marks[i], endsWithLine[i]));
      if (marks[i] && !format.header()) {
        traits.add(Trait.BOM);
      }
    }
    return new Result(sum, traits, found);
  }

  private Void work(Worker worker, int firstFile) throws IOException {
    try {
      if (rowText.hasPlainLines()) {
        takeBlocks(worker, firstFile);
      } else {
        takeFiles(worker);
      }
      return null;
    } catch (IOException | RuntimeException e) {
      failed = true;
      throw e;
    }
  }

  /** Threads start at different files, so that they do not queue. */
  private void takeBlocks(Worker worker, int firstFile) throws IOException {
    BlockReader.Block block = new BlockReader.Block();
    for (int i = 0; i < readers.size(); i++) {
      int file = (firstFile + i) % readers.size();
      BlockReader reader = readers.get(file);
      while (!failed && reader.next(block)) {
        addBlock(worker, file, block);
      }
      if (!failed && reader.bytes() == 0) {
        rowText.start(files.get(file), new byte[0], 0, true, worker.parser);
      }
    }
  }

  private void addBlock(Worker worker, int file, BlockReader.Block block) throws IOException {
    int from = 0;
    int lines = 0;
    if (block.offset == 0) {
      RowText.Start start =
          rowText.start(files.get(file), block.bytes, block.length, true, worker.parser);
      from = start.bytes();
      lines = start.lines();
      marks[file] = start.mark();
    }
    if (block.bytes[block.length - 1] != '\n') { // only the last one
      endsWithLine[file] = false;
    }
    try {
      rows[file].add(worker.fingerprinter.addLines(block.bytes, from, block.length));
    } catch (MalformedRowException e) {
      throw e.in(files.get(file), linesBefore(files.get(file), block.offset) + lines);
    }
  }

  /** Counts lines, only for an error that names one. */
  private long linesBefore(Path file, long offset) throws IOException {
    long lines = 0;
    BlockReader.Block block = new BlockReader.Block();
    try (BlockReader reader =
        new BlockReader(file, f -> rowText.open(f, bytes -> {}), BLOCK_BYTES)) {
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
      int file = largestFirst.get(i);
      try (RowReader reader = new RowReader(files.get(file), rowText, worker.parser)) {
        long count = 0;
        while (!failed && reader.next()) {
          worker.fingerprinter.addParsedRow();
          count++;
        }
        rows[file].add(count);
        textBytes[file].add(reader.textBytes());
        marks[file] = reader.hasMark();
        endsWithLine[file] = reader.endsWithLine();
      }
    }
  }
}
