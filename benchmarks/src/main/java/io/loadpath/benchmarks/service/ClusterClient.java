package io.loadpath.benchmarks.service;

import io.loadpath.engines.service.DatabaseVariables;
import io.loadpath.engines.service.ServiceException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Asks a cluster with Hadoop's own client, in a JVM that lives as long as the run; see
 * io.loadpath.engines.hadoop.ClusterSession. It is safe for several threads.
 */
final class ClusterClient implements AutoCloseable {
  /** Marks the session of a run, which is not a process of a step; the value is the run's id. */
  static final String MARKER = "LOADPATH_SESSION_OF";

  private static final String PROGRAM = "io.loadpath.engines.hadoop.ClusterSession";
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(60);
  private static final Duration END_LIMIT = Duration.ofSeconds(5);
  private static final int TAIL_LINES = 5;

  private final ProcessBuilder program;
  private final Path log;
  private final Duration answerLimit;
  private final Description description;
  private Process process;
  private Writer questions;
  private BlockingQueue<String> answers;
  private boolean late;

  /**
   * The facts that a cluster tells about itself.
   *
   * @param folder the URI of this user's folder for datasets and runs
   * @param scheduler the address of the ResourceManager
   * @param workers live NodeManagers
   * @param version the version of Hadoop; empty if unknown
   */
  record Description(
      String folder, String scheduler, int workers, long memoryMb, int cores, String version) {
    boolean schedulerHere() {
      return here(scheduler.replaceFirst(":\\d+$", ""));
    }

    /** Returns the URI of the file system: {@code hdfs://127.0.0.1:8020}. */
    String fileSystem() {
      return folder.replaceFirst("^([^:/]+://)(?:[^/@]*@)?([^/]*).*", "$1$2");
    }
  }

  static boolean here(String host) {
    try {
      InetAddress address = InetAddress.getByName(host);
      return address.isAnyLocalAddress()
          || address.isLoopbackAddress()
          || NetworkInterface.getByInetAddress(address) != null;
    } catch (IOException e) {
      return false; // a pair of ResourceManagers, or unreachable
    }
  }

  /**
   * Opens a session, and waits until file system and scheduler have answered.
   *
   * @throws ServiceException if the cluster does not answer this user
   */
  static ClusterClient open(RunPlace place, String runId, Path configuration, Path log) {
    Map<String, String> environment = new LinkedHashMap<>(place.caller());
    environment.remove("HADOOP_HOME"); // always use the bundled client, whatever runs the jobs
    environment.put("HADOOP_CONF_DIR", configuration.toString());
    environment.put("HADOOP_ROOT_LOGGER", "WARN,console");
    // the caller's options may name a krb5.conf; the JVM takes the last of repeated options
    environment.merge(
        "HADOOP_CLIENT_OPTS",
        "-XX:TieredStopAtLevel=1 -Xmx128m",
        (callers, own) -> callers + " " + own);
    environment.put("LOADPATH_STATE", place.state().toString());
    environment.put(MARKER, runId);
    return new ClusterClient(place.root(), environment, log, ANSWER_LIMIT);
  }

  ClusterClient(Path root, Map<String, String> environment, Path log, Duration answerLimit) {
    this.log = log;
    this.answerLimit = answerLimit;
    String hadoop = root.resolve("engines/bin/hadoop").toString();
    String impatient = root.resolve("engines/hadoop/impatient.xml").toString();
    program =
        new ProcessBuilder("setsid", hadoop, PROGRAM, "-conf", impatient)
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
    program.environment().clear();
    program.environment().putAll(environment);
    DatabaseVariables.remove(program.environment());
    description = open();
  }

  private Description open() {
    try {
      process = program.start();
    } catch (IOException e) {
      throw new ServiceException(
          "cannot start %s: %s".formatted(program.command().get(1), e.getMessage()), e);
    }
    Process opened = process;
    BlockingQueue<String> ofOpened = new LinkedBlockingQueue<>();
    questions = opened.outputWriter(StandardCharsets.UTF_8);
    answers = ofOpened;
    Thread reader = new Thread(() -> read(opened, ofOpened), "answers of the cluster");
    reader.setDaemon(true);
    reader.start();
    try {
      List<String> words = answer();
      return new Description(
          words.get(0),
          words.get(1),
          Integer.parseInt(words.get(2)),
          Long.parseLong(words.get(3)),
          Integer.parseInt(words.get(4)),
          words.get(5));
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private void read(Process opened, BlockingQueue<String> found) {
    try (BufferedReader lines = opened.inputReader(StandardCharsets.UTF_8)) {
      lines.lines().forEach(found::add);
    } catch (IOException | RuntimeException e) {
      // the client ended
    }
    found.add("error\tHadoop's client ended" + tail());
  }

  private String tail() {
    try {
      List<String> lines = Files.readAllLines(log, StandardCharsets.ISO_8859_1);
      List<String> last = lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size());
      return last.isEmpty() ? "" : ": " + String.join(" ", last);
    } catch (IOException e) {
      return "";
    }
  }

  Description description() {
    return description;
  }

  /**
   * Asks one question and returns the words of the answer. If the session has ended because an
   * answer took too long, a new one is opened.
   *
   * @throws ServiceException with the cluster's message, or if it does not answer in time
   */
  synchronized List<String> ask(String... words) {
    if (late) {
      open();
      late = false;
    }
    try {
      questions.write(String.join("\t", words) + "\n");
      questions.flush();
    } catch (IOException e) {
      throw new ServiceException("Hadoop's client ended" + tail(), e);
    }
    return answer();
  }

  private List<String> answer() {
    String line;
    try {
      line = answers.poll(answerLimit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      line = null; // a leftover answer would be taken for the next one
    }
    if (line == null) {
      process.destroyForcibly();
      late = true;
      throw new ServiceException("no answer in %d s%s".formatted(answerLimit.toSeconds(), tail()));
    }
    List<String> words = Arrays.asList(line.split("\t", -1));
    if (!words.get(0).equals("ok")) {
      throw new ServiceException(words.get(words.size() - 1));
    }
    return words.subList(1, words.size());
  }

  @Override
  public void close() {
    try {
      questions.close(); // ends the client
      if (!process.waitFor(END_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
    }
  }
}
