package io.loadpath.benchmarks.chaos;

import io.loadpath.engines.service.Processes;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** Starts the clients of a job, and waits for their end and that of what they have started. */
final class JobClients {
  private static final Duration SESSIONS_END = Duration.ofSeconds(15);

  private final Server server;
  private final Plan plan;
  private final JobCommands commands;
  private final Path folder;
  private final ClusterHarm cluster;
  private final Duration hangs;
  private final Steps steps;
  private int count;

  /**
   * @param folder for the logs
   * @param hangs the time after which a client counts as hanging
   */
  JobClients(
      Server server,
      Plan plan,
      JobCommands commands,
      Path folder,
      ClusterHarm cluster,
      Duration hangs,
      Steps steps) {
    this.server = server;
    this.plan = plan;
    this.commands = commands;
    this.folder = folder;
    this.cluster = cluster;
    this.hangs = hangs;
    this.steps = steps;
  }

  Client startJob(String what, String... more) throws IOException {
    return start(what, commands.job(more));
  }

  Client start(String what, List<String> command) throws IOException {
    server.requireGoingOn();
    Path log = folder.resolve("client-%d.log".formatted(++count));
    steps.add("start %s: %s".formatted(what, log.getFileName()));
    return Client.start(command, commands.environment(), log);
  }

  /** Waits for a client's end and returns its exit code; a client that hangs is killed. */
  int ended(Client client) {
    if (!client.await(hangs)) {
      steps.violation("the job hangs: no end in %d s".formatted(hangs.toSeconds()));
      client.signal("KILL");
      client.await(SESSIONS_END);
    }
    steps.add("%s: exit code %d".formatted(client.log().getFileName(), client.exitCode()));
    return client.exitCode();
  }

  /** Finishes or undoes what has died; only the connector's exports need it. */
  void recover() throws IOException {
    if (plan.kind().exports()) {
      Client client = start("recovery", commands.recover());
      if (ended(client) != 0) {
        steps.violation("the recovery fails: " + client.lastLine());
      }
    }
  }

  /** Waits until no container and no session of the job is left. */
  void awaitQuiet() throws SQLException {
    if (!cluster.awaitEnd()) {
      steps.violation("a container of the job is left");
    }
    long end = System.nanoTime() + SESSIONS_END.toNanos();
    List<List<String>> left = server.rows(TableState.SESSIONS);
    while (!left.isEmpty() && System.nanoTime() < end) {
      Processes.pause();
      left = server.rows(TableState.SESSIONS);
    }
    if (!left.isEmpty()) {
      steps.violation("a session of the job is left: " + left);
    }
    server.requireGoingOn();
  }
}
