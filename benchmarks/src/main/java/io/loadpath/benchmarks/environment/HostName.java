package io.loadpath.benchmarks.environment;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** This machine's name. Hadoop's clients look its address up before each job, and fail without. */
public final class HostName {
  private static final Path KERNEL = Path.of("/proc/sys/kernel/hostname");

  private HostName() {}

  /** Returns the name. */
  public static String name() {
    try {
      return Files.readString(KERNEL).strip();
    } catch (IOException e) {
      return "localhost"; // as Java has it
    }
  }

  /** Returns why Hadoop's clients cannot run here, and what to do; nothing if they can. */
  public static Optional<String> problem() {
    try {
      InetAddress.getLocalHost();
      return Optional.empty();
    } catch (UnknownHostException e) {
      return Optional.of(
          "this machine's name has no address, which Hadoop needs: add '127.0.0.1 %s' to /etc/hosts"
              .formatted(name()));
    }
  }
}
