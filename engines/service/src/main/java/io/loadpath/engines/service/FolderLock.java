package io.loadpath.engines.service;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A lock that one thread of one process can hold. The kernel takes it from a process that ends; the
 * file stays and names the last holder.
 */
public final class FolderLock implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 180;

  private final FileChannel channel;

  private FolderLock(FileChannel channel) {
    this.channel = channel;
  }

  /** What is done under the lock. */
  public interface Action {
    boolean run() throws IOException;
  }

  /** Takes the lock, waits for it if it must, and holds it during the action. */
  public static boolean hold(Path file, Action action) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (true) {
      try (FolderLock lock = tryTake(file, "").orElse(null)) {
        if (lock != null) {
          return action.run();
        }
      }
      if (System.nanoTime() > deadline) {
        throw new ServiceException(
            "another command has held %s for %d s: see what starts or stops a server there"
                .formatted(file, PATIENCE_SECONDS));
      }
      Processes.pause();
    }
  }

  /** Takes the lock if it is free, and writes {@code holder} into its file. */
  public static Optional<FolderLock> tryTake(Path file, String holder) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(holder.getBytes(StandardCharsets.UTF_8)));
        return Optional.of(new FolderLock(channel));
      }
    } catch (OverlappingFileLockException e) {
      // another thread of this process has it
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    channel.close();
    return Optional.empty();
  }

  /** Returns what the last holder wrote. */
  public static String holder(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      return "";
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // the lock goes with the process
    }
  }
}
