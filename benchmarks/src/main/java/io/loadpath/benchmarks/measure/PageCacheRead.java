package io.loadpath.benchmarks.measure;

import io.loadpath.benchmarks.measure.LimitProbes.Probe;
import io.loadpath.benchmarks.record.Limit;
import io.loadpath.datasets.Manifest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How fast all cores together copy a dataset's files from the page cache into a buffer: a query
 * that reads these files cannot be faster. The first 2 GB of the files are read once before the
 * trials, so that they are in the page cache.
 */
record PageCacheRead(Trials trials, ProbeTarget target) implements Probe {
  static final String NAME = "page-cache-read";

  private static final int CHUNK_BYTES = 1 << 20;
  private static final long MOST_BYTES = 2_000_000_000;
  private static final long LEAST_BYTES_OF_TRIAL = 1_000_000_000;

  @Override
  public String name() {
    return NAME;
  }

  private record Chunk(FileChannel file, long position, int bytes) {}

  @Override
  public Limit run() throws IOException, SQLException {
    List<FileChannel> files = new ArrayList<>();
    try {
      for (Manifest.DataFile file : target.manifest().files()) {
        Path path = target.folder().resolve(file.name());
        files.add(FileChannel.open(path));
      }
      List<Chunk> chunks = chunks(files);
      readAll(chunks, 1); // into the page cache
      long bytes = chunks.stream().mapToLong(Chunk::bytes).sum();
      int passes = (int) Math.max(1, LEAST_BYTES_OF_TRIAL / bytes);
      return new Limit(
          NAME,
          "All cores read the files of %s from the page cache".formatted(target.dataset()),
          trials.cores(),
          target.dataset(),
          passes * bytes,
          trials.trials(() -> readAll(chunks, passes)));
    } finally {
      for (FileChannel file : files) {
        file.close();
      }
    }
  }

  private static List<Chunk> chunks(List<FileChannel> files) throws IOException {
    List<Chunk> chunks = new ArrayList<>();
    long left = MOST_BYTES;
    for (FileChannel file : files) {
      long size = Math.min(left, file.size());
      left -= size;
      for (long position = 0; position < size; position += CHUNK_BYTES) {
        chunks.add(new Chunk(file, position, (int) Math.min(CHUNK_BYTES, size - position)));
      }
    }
    return chunks;
  }

  private long readAll(List<Chunk> chunks, int passes) throws IOException, SQLException {
    AtomicInteger next = new AtomicInteger();
    Callable<Void> reader =
        () -> {
          ByteBuffer buffer = ByteBuffer.allocateDirect(CHUNK_BYTES);
          int i = next.getAndIncrement();
          while (i < passes * chunks.size()) {
            read(chunks.get(i % chunks.size()), buffer);
            i = next.getAndIncrement();
          }
          return null;
        };
    return trials.nanos(Collections.nCopies(trials.cores(), reader));
  }

  private static void read(Chunk chunk, ByteBuffer buffer) throws IOException {
    buffer.clear().limit(chunk.bytes());
    while (buffer.hasRemaining()) {
      if (chunk.file().read(buffer, chunk.position() + buffer.position()) < 0) {
        throw new IOException("a data file became shorter while it was read");
      }
    }
  }
}
