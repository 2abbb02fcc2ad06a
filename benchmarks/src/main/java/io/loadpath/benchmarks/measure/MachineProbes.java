package io.loadpath.benchmarks.measure;

import io.loadpath.benchmarks.measure.LimitProbes.Probe;
import io.loadpath.benchmarks.record.Limit;
import io.loadpath.datasets.Manifest;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

/** Probes all cores of the machine together, without a tool or a database. */
final class MachineProbes {
  static final String PAGE_CACHE_READ = "page-cache-read";
  static final String LOOPBACK = "loopback";

  private static final int CHUNK_BYTES = 1 << 20;
  private static final long MOST_BYTES = 2_000_000_000;
  private static final long LEAST_BYTES_OF_TRIAL = 1_000_000_000;

  private static final String HOST = "127.0.0.1";
  private static final int BLOCK_BYTES = 1 << 18;
  private static final int BLOCKS = 1_000;

  private MachineProbes() {}

  /**
   * Probes how fast all cores together copy a dataset's files from the page cache into a buffer. No
   * query that reads these files can be faster. The first 2 GB of the files are read before the
   * trials, so that they are in the page cache.
   */
  static Probe pageCacheRead(Trials trials, ProbeTarget target) {
    return new Probe(PAGE_CACHE_READ, () -> readPageCache(trials, target));
  }

  private record Chunk(FileChannel file, long position, int bytes) {}

  private static Limit readPageCache(Trials trials, ProbeTarget target)
      throws IOException, SQLException {
    List<FileChannel> files = new ArrayList<>();
    try {
      for (Manifest.DataFile file : target.manifest().files()) {
        Path path = target.folder().resolve(file.name());
        files.add(FileChannel.open(path));
      }
      List<Chunk> chunks = chunks(files);
      readAll(trials, chunks, 1); // into the page cache
      long bytes = chunks.stream().mapToLong(Chunk::bytes).sum();
      int passes = (int) Math.max(1, LEAST_BYTES_OF_TRIAL / bytes);
      return new Limit(
          PAGE_CACHE_READ,
          "All cores read the files of %s from the page cache".formatted(target.dataset()),
          trials.cores(),
          target.dataset(),
          passes * bytes,
          trials.trials(() -> readAll(trials, chunks, passes)));
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

  private static long readAll(Trials trials, List<Chunk> chunks, int passes)
      throws IOException, SQLException {
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

  /**
   * Probes how fast bytes go from process to process over 127.0.0.1, one connection for each core.
   * Rows from a server on the same machine cannot be faster.
   */
  static Probe loopback(Trials trials) {
    return new Probe(LOOPBACK, () -> sendOverLoopback(trials));
  }

  private static Limit sendOverLoopback(Trials trials) throws IOException, SQLException {
    return new Limit(
        LOOPBACK,
        "One connection for each core over 127.0.0.1",
        trials.cores(),
        null,
        (long) trials.cores() * BLOCKS * BLOCK_BYTES,
        trials.trials(() -> send(trials)));
  }

  private static long send(Trials trials) throws IOException, SQLException {
    List<SocketChannel> channels = new ArrayList<>();
    try (ServerSocketChannel server = ServerSocketChannel.open()) {
      server.bind(new InetSocketAddress(HOST, 0));
      List<Callable<Void>> ends = new ArrayList<>();
      for (int i = 0; i < trials.cores(); i++) {
        SocketChannel from = SocketChannel.open(server.getLocalAddress());
        channels.add(from);
        SocketChannel to = server.accept();
        channels.add(to);
        ends.add(() -> write(from));
        ends.add(() -> read(to));
      }
      return trials.nanos(ends);
    } finally {
      for (SocketChannel channel : channels) {
        channel.close();
      }
    }
  }

  private static Void write(SocketChannel to) throws IOException {
    ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES);
    for (int i = 0; i < BLOCKS; i++) {
      block.clear();
      while (block.hasRemaining()) {
        to.write(block);
      }
    }
    to.shutdownOutput();
    return null;
  }

  private static Void read(SocketChannel from) throws IOException {
    ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES);
    while (from.read(block) >= 0) {
      block.clear();
    }
    return null;
  }
}
