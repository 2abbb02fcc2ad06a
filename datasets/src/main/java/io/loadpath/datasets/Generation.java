package io.loadpath.datasets;

import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BooleanSupplier;

/**
 * Makes the files of a dataset with several threads. The threads make, fingerprint and compress
 * blocks of rows; the calling thread writes the blocks in order. Only a few blocks for each thread
 * are in memory. The files are the same for any number of threads.
 */
final class Generation {

  private static final int BLOCKS_IN_FLIGHT_PER_THREAD = 2;

  private final RowSource source;
  private final int parts;
  private final Codec codec;
  private final int threads;
  private final List<Worker> workers = new ArrayList<>();
  private final BlockingQueue<Worker> idleWorkers = new LinkedBlockingQueue<>();
  private final Queue<GeneratedBlock> freeBlocks = new ConcurrentLinkedQueue<>();

  /** Opens the file of a name for writing. */
  interface FileOpener {
    OutputStream open(String name) throws IOException;
  }

  /** The files and their totals. */
  record Result(
      List<Manifest.DataFile> files,
      long rows,
      long logicalBytes,
      String sha1,
      Fingerprint fingerprint) {}

  /** The tools of one thread. */
  private final class Worker {
    final RowSource.RowWriter writer = source.newWriter();
    final Fingerprinter fingerprinter = new Fingerprinter(source.table());
    final BlockCompressor compressor = codec.newCompressor();

    void fill(GeneratedBlock block, long from, long to) throws IOException {
      block.text.length = 0;
      writer.write(from, to, block.text);
      block.rows = fingerprinter.addLines(block.text.bytes, 0, block.text.length);
      block.units = to - from;
      block.compress(compressor);
    }
  }

  Generation(RowSource source, int parts, Codec codec, int threads) {
    this.source = source;
    this.parts = parts;
    this.codec = codec;
    this.threads = threads;
  }

  static String fileName(int part, Codec codec) {
    return String.format("part-%05d%s", part, codec.fileSuffix());
  }

  /**
   * Makes all files.
   *
   * @param stopped checked regularly; true ends the work with a {@link StoppedException}
   */
  Result run(FileOpener opener, Progress progress, BooleanSupplier stopped) throws IOException {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      for (int i = 0; i < threads; i++) {
        workers.add(new Worker());
      }
      idleWorkers.addAll(workers);
      MessageDigest sha1 = Sha1.newDigest();
      List<Manifest.DataFile> files = new ArrayList<>();
      Window window = new Window(pool);
      for (int part = 0; part < parts; part++) {
        String name = fileName(part, codec);
        try (PartWriter file = new PartWriter(name, opener.open(name), codec)) {
          long end = source.partStart(part + 1, parts);
          long written = source.partStart(part, parts);
          while (written < end) {
            if (stopped.getAsBoolean()) {
              throw new StoppedException();
            }
            GeneratedBlock block = window.next();
            file.write(block);
            sha1.update(block.text.bytes, 0, block.text.length);
            written += block.units;
            progress.update((double) written / source.units(), block.text.length);
            freeBlocks.add(block);
          }
          files.add(file.finish());
        }
      }
      return result(files, sha1);
    } finally {
      pool.shutdownNow();
    }
  }

  private Result result(List<Manifest.DataFile> files, MessageDigest sha1) {
    Fingerprint fingerprint = Fingerprint.empty(source.table());
    for (Worker worker : workers) {
      fingerprint = fingerprint.plus(worker.fingerprinter.result());
    }
    long rows = files.stream().mapToLong(Manifest.DataFile::rows).sum();
    long logicalBytes = files.stream().mapToLong(Manifest.DataFile::logicalBytes).sum();
    return new Result(files, rows, logicalBytes, Sha1.hex(sha1), fingerprint);
  }

  /** The blocks made ahead of the next one to write. No block spans two parts. */
  private final class Window {

    private final ExecutorService pool;
    private final Deque<Future<GeneratedBlock>> ahead = new ArrayDeque<>();
    private int part;
    private long from;

    Window(ExecutorService pool) {
      this.pool = pool;
    }

    GeneratedBlock next() throws IOException {
      while (ahead.size() < threads * BLOCKS_IN_FLIGHT_PER_THREAD && from < source.units()) {
        while (source.partStart(part + 1, parts) == from) {
          part++;
        }
        long start = from;
        long end = Math.min(from + source.unitsPerBlock(), source.partStart(part + 1, parts));
        ahead.add(pool.submit(() -> generate(start, end)));
        from = end;
      }
      return Futures.get(ahead.remove());
    }
  }

  private GeneratedBlock generate(long from, long to) throws IOException, InterruptedException {
    GeneratedBlock block = freeBlocks.poll();
    if (block == null) {
      block = new GeneratedBlock();
    }
    Worker worker = idleWorkers.take();
    try {
      worker.fill(block, from, to);
    } finally {
      idleWorkers.add(worker);
    }
    return block;
  }
}
