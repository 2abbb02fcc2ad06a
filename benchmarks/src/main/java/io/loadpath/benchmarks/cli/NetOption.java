package io.loadpath.benchmarks.cli;

import io.loadpath.benchmarks.UsageException;
import io.loadpath.benchmarks.run.RunLock;
import io.loadpath.benchmarks.service.RunLab;
import io.loadpath.benchmarks.suite.Suite;
import io.loadpath.engines.cluster.Cluster;
import io.loadpath.engines.net.Hosts;
import io.loadpath.engines.net.Lab;
import io.loadpath.engines.net.LabFile;
import io.loadpath.engines.net.LabNeeds;
import io.loadpath.engines.net.Link;
import io.loadpath.engines.postgres.PostgresServer;
import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.ServiceException;
import io.loadpath.engines.service.SystemProgram;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import picocli.CommandLine.Option;

/** The option for a run in a lab. */
final class NetOption {
  private static final String NAME = "--net";

  private static final Duration STOP_LIMIT = Duration.ofSeconds(90);

  /** A program that a signal ended has a larger exit code. */
  private static final int SIGNALLED = 128;

  @Option(
      names = NAME,
      split = ",",
      paramLabel = "LINK",
      description =
          "Runs in a lab: client, files, database and workers are separate hosts on this machine,"
              + " joined by links such as 1GbE, 2x1GbE, 100Mbit or 1GbE+20ms. Each link is a value of"
              + " the parameter net of every path whose rows cross it (default: as the suite says, or"
              + " no lab).")
  private List<String> links = new ArrayList<>();

  /**
   * Checks the links.
   *
   * @throws IllegalArgumentException if one is unknown; the message begins with the option's name
   */
  void check() {
    try {
      links.forEach(Link::parse);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("net: " + e.getMessage(), e);
    }
  }

  /** Returns {@code suite} with these links, if the option was given. */
  Suite applied(Suite suite) {
    return links.isEmpty() ? suite : suite.net(links);
  }

  /**
   * Returns why a run with these links cannot make its lab here, and what to do; empty if it can,
   * or is in it already.
   */
  static Optional<String> obstacle(Commands program, List<String> nets) throws IOException {
    if (Hosts.of(program.environment()).inLab()) {
      return Optional.empty();
    }
    Optional<String> before = obstacleBefore(program, nets);
    return before.isPresent() ? before : LabNeeds.missing(nets.stream().map(Link::parse).toList());
  }

  /** A server has one network, so one that runs outside the lab cannot be in it. */
  private static Optional<String> obstacleBefore(Commands program, List<String> nets) {
    RunLock.requireNoRun(program.state());
    if (nets.size() > 1 && Owner.caller() != 0) {
      return Optional.of(
          "several links in one run need root, because a link changes between two samples: give one to --net");
    }
    if (PostgresServer.of(program.root(), program.state()).running()) {
      return Optional.of(
          "the bundled PostgreSQL runs outside the lab: stop it with 'engines/bin/postgres stop'");
    }
    return Cluster.of(program.root(), program.state()).daemons().isEmpty()
        ? Optional.empty()
        : Optional.of(
            "the bundled cluster runs outside the lab: stop it with 'bin/loadpath cluster stop'");
  }

  /** Returns the option for a command line; empty if it was not given. */
  String words() {
    return links.isEmpty() ? "" : " " + NAME + " " + String.join(",", links);
  }

  /**
   * Makes a lab and runs a command of this program in it, if a run needs one and is not in it yet.
   *
   * @param nets the links of the run's variants
   * @param others the names of hosts that only some runs need
   * @param arguments the command's words
   * @return its exit code; empty if the caller shall run here
   */
  static Optional<Integer> inLab(
      Commands program, List<String> nets, List<String> others, List<String> arguments)
      throws IOException {
    boolean inLab = Hosts.of(program.environment()).inLab();
    if (inLab && nets.isEmpty()) {
      throw new UsageException(
          "this run would cross links that its record does not name: add --net LINK, or run outside the lab");
    }
    if (inLab || nets.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> obstacle = obstacleBefore(program, nets);
    if (obstacle.isPresent()) {
      throw new ServiceException(obstacle.get());
    }
    try (Lab lab = RunLab.up(program.state(), nets, others)) {
      List<String> words = new ArrayList<>();
      // if this process is killed, the run ends what it started
      SystemProgram.find("setpriv")
          .ifPresent(found -> words.addAll(List.of(found.toString(), "--pdeathsig", "TERM", "--")));
      words.add(program.root().resolve("bin/loadpath").toString());
      words.addAll(arguments);
      List<String> onHost = lab.kept(lab.file().command(Hosts.HADOOP, words));
      ProcessBuilder builder = new ProcessBuilder(onHost).inheritIO();
      builder.environment().put(LabFile.VARIABLE, lab.file().path().toString());
      builder.environment().put("LOADPATH_BUILD", "never");
      AtomicReference<Process> run = new AtomicReference<>();
      Thread stop = new Thread(() -> end(run.get(), lab));
      Runtime.getRuntime().addShutdownHook(stop);
      run.set(builder.start());
      int code = Processes.waitFor(run.get());
      if (code > SIGNALLED) {
        lab.awaitPrograms(STOP_LIMIT); // another process cleans up after a killed run
      }
      if (stop.getState() == Thread.State.NEW) {
        Runtime.getRuntime().removeShutdownHook(stop);
      }
      return Optional.of(code);
    }
  }

  /** After a signal to this process, lets a run end what it started, and ends the lab. */
  private static void end(Process run, Lab lab) {
    try {
      if (run != null) {
        run.destroy();
        run.waitFor(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS);
      }
      lab.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      System.err.println("loadpath: the lab was not ended (" + e + "): run bin/loadpath recover");
    }
  }
}
