package io.loadpath.engines.service;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A lock that one thread of one process can hold. The kernel releases it when the process ends; the
 * file stays and names the last holder.
 */
public final class FolderLock implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 180;

  /**
   * The holders in this process by file; also the monitor for opening such a file. A file in it
   * must not be opened again: the kernel drops all locks of a process on a file as soon as the
   * process closes it once.
   */
  private static final Map<Path, String> HELD = new HashMap<>();

  private static final Set<StandardOpenOption> WRITABLE =
      Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);

  /** Every reader of a file can share its lock, and so block all others. */
  private static final FileAttribute<?> CALLERS_ALONE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final Path file;
  private final FileChannel channel;

  private FolderLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /** The action under the lock. */
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
            "%s, and has held it for more than %d s: see what starts or stops a server there"
                .formatted(LockHolder.describe(file), PATIENCE_SECONDS));
      }
      Processes.pause();
    }
  }

  /** Takes the lock if it is free, and writes {@code holder} into its file. */
  public static Optional<FolderLock> tryTake(Path file, String holder) throws IOException {
    synchronized (HELD) {
      Path key = key(file);
      if (HELD.containsKey(key)) {
        return Optional.empty();
      }
      FileChannel channel = FileChannel.open(file, WRITABLE, CALLERS_ALONE);
      try {
        if (channel.tryLock() != null) {
          channel.truncate(0);
          channel.write(ByteBuffer.wrap(holder.getBytes(StandardCharsets.UTF_8)));
          HELD.put(key, holder);
          return Optional.of(new FolderLock(key, channel));
        }
      } finally {
        if (!HELD.containsKey(key)) {
          channel.close();
        }
      }
      return Optional.empty();
    }
  }

  private static Path key(Path file) throws IOException {
    Path whole = file.toAbsolutePath();
    return whole.getParent().toRealPath().resolve(whole.getFileName());
  }

  /** Returns the text of the last holder; {@link LockHolder} knows the current holder. */
  public static String holder(Path file) {
    synchronized (HELD) {
      try {
        String here = HELD.get(key(file));
        return (here != null ? here : Files.readString(file)).strip();
      } catch (IOException e) {
        return "";
      }
    }
  }

  @Override
  public void close() {
    synchronized (HELD) {
      if (!channel.isOpen()) {
        return;
      }
      try {
        channel.close();
      } catch (IOException e) {
        // the lock ends with the process
      }
      HELD.remove(file);
    }
  }
}
