package io.loadpath.benchmarks.chaos;

import io.loadpath.engines.postgres.ServerUser;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.StateFolder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A small file system for a tablespace, in a mount namespace for the server alone. A process keeps
 * it during restarts of the server, until the server's folder is removed.
 */
record SmallDisk(Path folder, Process keeper) {
  private static final int MEGABYTES = 48;
  private static final String KEEP =
      "mkdir -p \"$1\" && mount -t tmpfs -o \"size=%dm,mode=700,uid=%d,gid=%d\" tmpfs \"$1\" && echo ready && exec sleep infinity";

  /** Makes the file system, if this process is allowed to. */
  static Optional<SmallDisk> make(Path state) {
    Path folder = state.resolve("disk");
    ServerUser user = ServerUser.find();
    String keep = KEEP.formatted(MEGABYTES, user.uid(), user.gid());
    ProcessBuilder builder =
        new ProcessBuilder("unshare", "--mount", "sh", "-c", keep, "sh", folder.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put(StateFolder.VARIABLE, state.toString());
    try {
      Process keeper = builder.start();
      boolean ready = keeper.getInputStream().read() >= 0; // its first line, or its end
      return Optional.of(new SmallDisk(folder, keeper)).filter(disk -> ready && user.dropped());
    } catch (IOException e) {
      return Optional.empty(); // no unshare on this machine
    }
  }

  /** Returns a command prefix that runs a program in the file system's namespace. */
  List<String> launcher() {
    return List.of("nsenter", "--mount", "--target", Long.toString(keeper.pid()), "--");
  }

  /** Fills the disk for a time; returns true. */
  boolean fill(int millis) throws IOException {
    Path filler =
        Path.of("/proc", Long.toString(keeper.pid()), "root").resolve("." + folder + "/filler");
    try (OutputStream out = Files.newOutputStream(filler)) {
      for (int i = 0; i <= MEGABYTES; i++) {
        out.write(new byte[1 << 20]);
      }
      throw new IllegalStateException("the small disk took more than its size");
    } catch (IOException e) {
      Processes.pause(millis); // no space left
    } finally {
      Files.deleteIfExists(filler);
    }
    return true;
  }
}
