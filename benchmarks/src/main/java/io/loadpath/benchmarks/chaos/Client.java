package io.loadpath.benchmarks.chaos;

import io.loadpath.engines.service.Processes;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** A program that the job's user has started, and its processes. */
final class Client {
  /** Names the client in the environment of its processes. */
  private static final String MARKER = "LOADPATH_CHAOS";

  private final Process process;
  private final String mark;
  private final Path log;
  private volatile boolean harmed;
  private volatile Set<Long> known = Set.of();

  private Client(Process process, String mark, Path log) {
    this.process = process;
    this.mark = mark;
    this.log = log;
  }

  static Client start(List<String> command, Map<String, String> environment, Path log)
      throws IOException {
    String mark = log.toString();
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(log.getParent().toFile())
            .redirectErrorStream(true)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(log.toFile());
    builder.environment().putAll(environment);
    builder.environment().put(MARKER, mark);
    return new Client(builder.start(), mark, log);
  }

  boolean over() {
    return !process.isAlive();
  }

  /** Whether a signal has met it, so that it may end without a word. */
  boolean harmed() {
    return harmed;
  }

  /** Looks for its processes, so that a signal that comes soon need not. */
  void know() {
    known = Processes.withEnvironment(MARKER, mark);
  }

  /** Sends a signal to all its processes; false if there are none. */
  boolean signal(String signal) {
    if (known.isEmpty()) {
      know();
    }
    List<Long> pids = List.copyOf(known);
    harmed |= !signal.equals("STOP") && !signal.equals("CONT");
    Processes.signal(signal, pids);
    return !pids.isEmpty();
  }

  /** Waits for the end; false if the time is over first. */
  boolean await(Duration limit) {
    try {
      return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  int exitCode() {
    return process.exitValue();
  }

  String text() throws IOException {
    return Files.readString(log, StandardCharsets.UTF_8);
  }

  String lastLine() throws IOException {
    return text().lines().filter(line -> !line.isBlank()).reduce((a, b) -> b).orElse("");
  }

  String name() {
    return log.getFileName().toString();
  }
}
