package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.LoadpathException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;

/**
 * Lets one process at a time measure or clean up with a state folder. The kernel takes the lock
 * away from a process that ends, however it ends; the file stays and names who had it last.
 */
final class RunLock implements AutoCloseable {
  /** Who may have the lock, as it stands in the file. */
  enum Holder {
    RUN,
    RECOVERY
  }

  private static final Duration RECOVERY_LIMIT = Duration.ofSeconds(120);
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final FileChannel channel;

  private RunLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes the lock for a run; waits while a clean-up has it.
   *
   * @throws LoadpathException if another run has it
   */
  static RunLock takeForRun(Path state) {
    long deadline = System.nanoTime() + RECOVERY_LIMIT.toNanos();
    while (true) {
      Optional<RunLock> lock = tryTake(state, Holder.RUN);
      if (lock.isPresent()) {
        return lock.get();
      }
      String holder = holder(state);
      if (isLiveRun(holder) || System.nanoTime() > deadline) {
        throw new LoadpathException(
            "another run is going on (pid %s) with the state folder %s: wait for its end, or end it with 'kill %s'"
                .formatted(pid(holder), state, pid(holder)));
      }
      try {
        Thread.sleep(PAUSE.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new StoppedException();
      }
    }
  }

  /** Takes the lock if nobody has it. */
  static Optional<RunLock> tryTake(Path state, Holder holder) {
    Path file = file(state);
    try {
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      FileLock lock = channel.tryLock();
      if (lock == null) {
        channel.close();
        return Optional.empty();
      }
      String content = holder + " " + ProcessHandle.current().pid() + "\n";
      channel.truncate(0);
      channel.write(ByteBuffer.wrap(content.getBytes(StandardCharsets.US_ASCII)));
      return Optional.of(new RunLock(channel));
    } catch (IOException e) {
      throw new LoadpathException(
          "%s cannot be written: %s; free the disk or set LOADPATH_STATE to another folder"
              .formatted(file, e.getMessage()),
          e);
    }
  }

  private static String holder(Path state) {
    try {
      return Files.readString(file(state)).strip();
    } catch (IOException e) {
      return "";
    }
  }

  /** A process that has just taken the lock may not have written its name yet. */
  private static boolean isLiveRun(String holder) {
    return holder.startsWith(Holder.RUN.name())
        && ProcessHandle.of(Long.parseLong(pid(holder))).isPresent();
  }

  private static String pid(String holder) {
    return holder.substring(holder.indexOf(' ') + 1);
  }

  private static Path file(Path state) {
    return state.resolve("run.lock");
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
