package io.loadpath.engines.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Finds processes in {@code /proc}, sends them signals and waits for their end. */
public final class Processes {
  private static final Duration POLITE = Duration.ofSeconds(3);
  private static final Duration FORCED = Duration.ofSeconds(5);
  private static final long POLL_NANOS = 20_000_000;

  private Processes() {}

  public static List<ProcessStat> all() {
    return scan().stream().filter(process -> !process.isDead()).toList();
  }

  /**
   * Returns when a process started, in clock ticks since boot. Start and number together identify a
   * process for ever. Empty if it is gone.
   */
  public static OptionalLong startTicks(long pid) {
    return ProcessStat.read(pid)
        .filter(process -> !process.isDead())
        .map(process -> OptionalLong.of(process.startTicks()))
        .orElse(OptionalLong.empty());
  }

  public static boolean alive(long pid) {
    return startTicks(pid).isPresent();
  }

  /**
   * Returns the live processes with a matching command line that {@linkplain #belongs belong} to
   * one of these users.
   */
  public static List<Long> all(Set<Long> users, Predicate<List<String>> arguments) {
    return all(arguments).stream().filter(pid -> belongs(pid, users)).toList();
  }

  /**
   * Whether one of these users started a process in this PID namespace: anyone can give a process
   * any command line, and processes of containers are visible from outside.
   */
  public static boolean belongs(long pid, Set<Long> users) {
    List<String> uids = status(pid, "Uid");
    return !uids.isEmpty()
        && users.contains(Long.parseLong(uids.get(0)))
        // one number for each nested namespace
        && status(pid, "NSpid").size() == status(ProcessHandle.current().pid(), "NSpid").size();
  }

  /**
   * Returns the process's number in its own PID namespace: a container's processes have other
   * numbers here. 0 if it is unknown.
   */
  public static long innermostPid(long pid) {
    List<String> numbers = status(pid, "NSpid");
    return numbers.isEmpty() ? 0 : Long.parseLong(numbers.get(numbers.size() - 1));
  }

  /** Returns the words of a line of proc_pid_status(5). */
  private static List<String> status(long pid, String key) {
    return file(pid, "status")
        .lines()
        .filter(line -> line.startsWith(key + ":"))
        .flatMap(line -> Arrays.stream(line.substring(key.length() + 1).strip().split("\\s+")))
        .toList();
  }

  public static List<Long> all(Predicate<List<String>> arguments) {
    return all().stream()
        .map(ProcessStat::pid)
        .filter(pid -> arguments.test(arguments(pid)))
        .toList();
  }

  /** Returns the live processes whose environment holds {@code name=value}. */
  public static Set<Long> withEnvironment(String name, String value) {
    String wanted = "\0" + name + "=" + value + "\0";
    return all().stream()
        .map(ProcessStat::pid)
        .filter(pid -> ("\0" + file(pid, "environ") + "\0").contains(wanted))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  public static Set<Long> ofSession(long sessionId) {
    return all().stream()
        .filter(process -> process.sessionId() == sessionId)
        .map(ProcessStat::pid)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /**
   * Returns {@code root} and everything that descends from it, dead but unnoticed ones included.
   */
  public static List<ProcessStat> tree(long root) {
    List<ProcessStat> processes = new ArrayList<>();
    ProcessStat.read(root).ifPresent(processes::add);
    Map<Long, List<ProcessStat>> byParent =
        scan().stream().collect(Collectors.groupingBy(ProcessStat::parentPid));
    Deque<Long> open = new ArrayDeque<>(List.of(root));
    while (!open.isEmpty()) {
      for (ProcessStat child : byParent.getOrDefault(open.pop(), List.of())) {
        processes.add(child);
        open.push(child.pid());
      }
    }
    return processes;
  }

  /** Returns a process for a message: {@code sleep (pid 123)}. */
  public static String describe(long pid) {
    String command = ProcessStat.read(pid).map(ProcessStat::command).orElse("a process");
    return command + " (pid " + pid + ")";
  }

  /**
   * Ends every process that {@code find} returns, first by TERM, then by KILL, until it returns
   * none: a process that gets a TERM may start another.
   *
   * @return whether none is left
   */
  public static boolean end(Supplier<? extends Collection<Long>> find) {
    return endWithin(find, POLITE, false) || kill(find);
  }

  /** Ends them in the same way, but by force at once. */
  public static boolean kill(Supplier<? extends Collection<Long>> find) {
    return endWithin(find, FORCED, true);
  }

  /** Sends a signal such as {@code INT}; a process that is already gone is not an error. */
  public static void signal(String signal, List<Long> pids) {
    if (pids.isEmpty()) {
      return;
    }
    List<String> command =
        new ArrayList<>(List.of("/bin/sh", "-c", "kill -s \"$@\"", "sh", signal));
    pids.forEach(pid -> command.add(Long.toString(pid)));
    ProcessBuilder kill = new ProcessBuilder(command).redirectErrorStream(true);
    try {
      kill.redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor();
    } catch (IOException e) {
      throw new ServiceException("cannot run /bin/sh to send a signal: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits until none of the processes lives; false if the time is over first. */
  public static boolean awaitEnd(List<Long> pids, long seconds) {
    return within(Duration.ofSeconds(seconds), () -> pids.stream().noneMatch(Processes::alive));
  }

  /** Waits until a condition holds; false if the time is over first. */
  public static boolean within(Duration limit, BooleanSupplier holds) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        return false;
      }
      pause();
    }
    return true;
  }

  /** The step of every loop that waits for a process or a file. */
  public static void pause() {
    pause(10);
  }

  /** A longer step, for expensive checks. */
  public static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** Waits for a program; returns its exit code. An interrupt leaves the program running. */
  public static int waitFor(Process program) {
    try {
      return program.waitFor();
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static ServiceException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new ServiceException("interrupted while waiting", e);
  }

  private static boolean endWithin(
      Supplier<? extends Collection<Long>> find, Duration limit, boolean force) {
    long deadline = System.nanoTime() + limit.toNanos();
    Set<Long> told = new LinkedHashSet<>();
    while (true) {
      Collection<Long> found = find.get();
      if (found.isEmpty()) {
        return true;
      }
      if (System.nanoTime() > deadline) {
        return false;
      }
      for (long pid : found) {
        if (force || told.add(pid)) {
          ProcessHandle.of(pid)
              .ifPresent(force ? ProcessHandle::destroyForcibly : ProcessHandle::destroy);
        }
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private static List<ProcessStat> scan() {
    List<ProcessStat> processes = new ArrayList<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path folder : folders) {
        ProcessStat.read(Long.parseLong(folder.getFileName().toString())).ifPresent(processes::add);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("/proc cannot be listed", e);
    }
    return processes;
  }

  /**
   * Returns the words of a process's command line, or one empty word if it has ended. The first
   * word may be a title that the process gave itself.
   */
  public static List<String> arguments(long pid) {
    return List.of(file(pid, "cmdline").split("\0+"));
  }

  private static String file(long pid, String name) {
    try {
      byte[] bytes = Files.readAllBytes(Path.of("/proc", Long.toString(pid), name));
      return new String(bytes, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return ""; // it ended, or belongs to another user
    }
  }
}
