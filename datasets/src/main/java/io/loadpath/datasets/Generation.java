package io.loadpath.datasets;

import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Makes the files of a dataset with several threads. The threads make, fingerprint and compress
 * blocks of rows; the calling thread writes the blocks in order. Only a few blocks for each thread
 * are in memory. The files are the same for any number of threads.
 */
final class Generation {

  private final RowSource source;
  private final int parts;
  private final Codec codec;
  private final List<Worker> workers;
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
    final Fingerprinter fingerprinter = new Fingerprinter(source.table);
    final BlockCompressor compressor = codec.newCompressor();

    GeneratedBlock fill(GeneratedBlock reused, long from, long to) throws IOException {
      GeneratedBlock block = reused == null ? new GeneratedBlock() : reused;
      block.text.length = 0;
      writer.write(from, to, block.text);
      block.rows = fingerprinter.addLines(block.text.bytes, 0, block.text.length);
      block.units = to - from;
      block.compress(compressor);
      return block;
    }
  }

  Generation(RowSource source, int parts, Codec codec, int threads) {
    this.source = source;
    this.parts = parts;
    this.codec = codec;
    this.workers = Stream.generate(Worker::new).limit(threads).toList();
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
    try (WorkAhead<Worker, GeneratedBlock> ahead = new WorkAhead<>(workers)) {
      MessageDigest sha1 = Digests.sha1();
      List<Manifest.DataFile> files = new ArrayList<>();
      Window window = new Window(ahead);
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
            progress.update((double) written / source.units, block.text.length);
            freeBlocks.add(block);
          }
          files.add(file.finish());
        }
      }
      return result(files, sha1);
    }
  }

  private Result result(List<Manifest.DataFile> files, MessageDigest sha1) {
    Fingerprint fingerprint = Fingerprint.empty(source.table);
    for (Worker worker : workers) {
      fingerprint = fingerprint.plus(worker.fingerprinter.result());
    }
    long rows = files.stream().mapToLong(Manifest.DataFile::rows).sum();
    long logicalBytes = files.stream().mapToLong(Manifest.DataFile::logicalBytes).sum();
    return new Result(files, rows, logicalBytes, Digests.hex(sha1), fingerprint);
  }

  /** The blocks made ahead of the next one to write. No block spans two parts. */
  private final class Window {

    private final WorkAhead<Worker, GeneratedBlock> ahead;
    private int part;
    private long from;

    Window(WorkAhead<Worker, GeneratedBlock> ahead) {
      this.ahead = ahead;
    }

    GeneratedBlock next() throws IOException {
      while (!ahead.isFull() && from < source.units) {
        while (source.partStart(part + 1, parts) == from) {
          part++;
        }
        long start = from;
        long end = Math.min(from + source.unitsPerBlock, source.partStart(part + 1, parts));
        ahead.begin(worker -> worker.fill(freeBlocks.poll(), start, end));
        from = end;
      }
      return ahead.next();
    }
  }
}
