package io.loadpath.benchmarks.limits;

import io.loadpath.benchmarks.record.Limit;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.List;
import java.util.Random;

/**
 * How fast one thread brings a new file to the disk: write, then fsync. The file is of a size that
 * takes about half a second, and never takes more than a quarter of the free space.
 *
 * @param folder on the disk that the run writes to
 */
record DiskWrite(ProbeThreads threads, Path folder) implements Probe {
  static final String NAME = "disk-write";

  private static final int BLOCK_BYTES = 1 << 20;
  private static final long FIRST_BLOCKS = 32;
  private static final long MOST_BLOCKS = 2_000;
  private static final double WANTED_NANOS = 0.5e9;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Limit run() throws IOException, SQLException {
    long free = Files.getFileStore(folder).getUsableSpace() / BLOCK_BYTES / 4;
    if (free < FIRST_BLOCKS) {
      throw new IOException("too little space is free in " + folder);
    }
    long first = write(FIRST_BLOCKS);
    long wanted = (long) (FIRST_BLOCKS * WANTED_NANOS / first);
    long blocks = Math.max(FIRST_BLOCKS, Math.min(wanted, Math.min(free, MOST_BLOCKS)));
    return new Limit(
        NAME,
        "One thread writes a file of %d MB and an fsync"
            .formatted(Math.round(blocks * BLOCK_BYTES / 1e6)),
        1,
        null,
        blocks * BLOCK_BYTES,
        threads.trials(() -> write(blocks)));
  }

  private long write(long blocks) throws IOException, SQLException {
    byte[] noise = new byte[BLOCK_BYTES]; // which no disk makes smaller
    new Random(blocks).nextBytes(noise);
    ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES).put(noise);
    Path file = Files.createTempFile(folder, NAME, "");
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      return threads.nanos(List.of(() -> write(channel, block, blocks)));
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private static Void write(FileChannel channel, ByteBuffer block, long blocks) throws IOException {
    for (long i = 0; i < blocks; i++) {
      block.flip();
      while (block.hasRemaining()) {
        channel.write(block);
      }
    }
    channel.force(true);
    return null;
  }
}
