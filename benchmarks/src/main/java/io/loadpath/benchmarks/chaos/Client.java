package io.loadpath.benchmarks.chaos;

import io.loadpath.engines.service.Processes;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A client program of a job, and its processes. */
final class Client {
  private static final Duration SECOND = Duration.ofSeconds(1);

  final Path log;
  private final Process process;
  private volatile boolean harmed;

  /** Starts the program in the folder of its log. */
  Client(List<String> command, Map<String, String> environment, Path log) throws IOException {
    this.log = log;
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(log.getParent().toFile())
            .redirectErrorStream(true)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(log.toFile());
    builder.environment().putAll(environment);
    process = builder.start();
  }

  boolean over() {
    return !process.isAlive();
  }

  /** Whether it got a signal, so that it may end without a message. */
  boolean harmed() {
    return harmed;
  }

  /** Sends a signal to all its processes; returns false if there are none. */
  boolean signal(String signal) {
    List<Long> pids =
        Stream.concat(Stream.of(process.toHandle()), process.descendants())
            .filter(ProcessHandle::isAlive)
            .map(ProcessHandle::pid)
            .toList();
    harmed |= !signal.equals("STOP") && !signal.equals("CONT");
    Processes.signal(signal, pids);
    return !pids.isEmpty();
  }

  /** Waits for the end; returns false after the time limit. */
  boolean await(Duration limit) {
    return Processes.within(limit, this::over);
  }

  /**
   * Waits for the end; returns false if the log has not grown for a time. On a busy machine, a
   * client may need much longer than that.
   */
  boolean awaitWhileItLogs(Duration silence) throws IOException {
    Instant last = Instant.now();
    while (!await(SECOND)) {
      Instant written = Files.getLastModifiedTime(log).toInstant();
      last = written.isAfter(last) ? written : last;
      if (last.plus(silence).isBefore(Instant.now())) {
        return false;
      }
    }
    return true;
  }

  int exitCode() {
    return process.exitValue();
  }

  String text() throws IOException {
    return Files.readString(log);
  }

  String lastLine() throws IOException {
    return text().lines().filter(line -> !line.isBlank()).reduce((a, b) -> b).orElse("");
  }
}
