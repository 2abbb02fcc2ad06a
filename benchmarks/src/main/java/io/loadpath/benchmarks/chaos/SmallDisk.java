package io.loadpath.benchmarks.chaos;

import io.loadpath.engines.postgres.ServerUser;
import io.loadpath.engines.service.StateFolder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A small file system for a tablespace, in a mount namespace that only the server shares. A process
 * keeps it while the server starts again; both end with the server's folder.
 */
final class SmallDisk {
  private static final int MEGABYTES = 48;
  private static final byte[] BLOCK = new byte[1 << 20];

  private static final String KEEP =
      "mkdir -p \"$1\" && mount -t tmpfs -o \"size=%dm,mode=700,uid=%d,gid=%d\" tmpfs \"$1\" && echo ready && exec sleep infinity";

  private final Path folder;
  private final Process keeper;

  private SmallDisk(Path folder, Process keeper) {
    this.folder = folder;
    this.keeper = keeper;
  }

  /** Makes the file system, where this process may; else {@link #isThere} is false. */
  static SmallDisk make(Path state) throws IOException {
    Path folder = state.resolve("disk");
    ServerUser user = ServerUser.find();
    String keep = KEEP.formatted(MEGABYTES, user.uid(), user.gid());
    ProcessBuilder builder =
        new ProcessBuilder("unshare", "--mount", "sh", "-c", keep, "sh", folder.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put(StateFolder.VARIABLE, state.toString());
    try {
      Process process = builder.start();
      // its first line, or its end
      boolean ready = process.getInputStream().read() >= 0;
      return new SmallDisk(folder, ready && user.dropped() ? process : null);
    } catch (IOException e) {
      return new SmallDisk(folder, null); // no unshare on this machine
    }
  }

  /** Whether there is such a file system. */
  boolean isThere() {
    return keeper != null;
  }

  Path folder() {
    return folder;
  }

  /** Returns the command that runs another one where the file system can be seen. */
  List<String> launcher() {
    return isThere()
        ? List.of("nsenter", "--mount", "--target", Long.toString(keeper.pid()), "--")
        : List.of();
  }

  /** Fills it up for a time; false if it is not there. */
  boolean fill(int millis) throws IOException, InterruptedException {
    if (!isThere()) {
      return false;
    }
    Path filler =
        Path.of("/proc", Long.toString(keeper.pid()), "root").resolve("." + folder + "/filler");
    try {
      try (OutputStream out = Files.newOutputStream(filler)) {
        for (int i = 0; i <= MEGABYTES; i++) {
          out.write(BLOCK);
        }
        throw new IllegalStateException("the small disk takes more than it has");
      } catch (IOException e) {
        TimeUnit.MILLISECONDS.sleep(millis); // no space left
      }
    } finally {
      Files.deleteIfExists(filler);
    }
    return true;
  }
}
