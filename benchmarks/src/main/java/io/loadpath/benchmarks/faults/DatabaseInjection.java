package io.loadpath.benchmarks.faults;

import io.loadpath.benchmarks.run.TrialRun.Running;
import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.PostgresServer;
import io.loadpath.engines.service.ProcessStat;
import io.loadpath.engines.service.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/** Triggers a fault while a session of the bundled PostgreSQL reads or writes rows. */
final class DatabaseInjection extends Injection {
  /** CPU time of a session before it works on rows. */
  private static final Duration WORK_BEGINS = Duration.ofMillis(100);

  private static final Duration RESTART = Duration.ofSeconds(30);

  /** The title of a session's process, while it works for a client. */
  private static final Pattern WORKING =
      Pattern.compile("postgres: .*\\(\\d+\\) (COPY|INSERT|SELECT|FETCH|BIND|PARSE)\\b.*");

  private final PostgresServer server;

  DatabaseInjection(Fault fault, PostgresServer server) {
    super(fault);
    this.server = server;
  }

  @Override
  void inject(Running run) {
    Optional<Victim> session = find(run, null, () -> sessionAtWork(server));
    if (session.isEmpty()) {
      note = "the path ended before a session was seen at work";
      return;
    }
    done =
        switch (fault) {
          case CLIENT -> killAll(JobProcesses.victims(run.clients()));
          case SESSION -> session.get().signal("TERM");
          case SERVER -> session.get().signal("KILL");
          default -> throw new IllegalStateException("no such fault: " + fault);
        };
  }

  /** Returns a session that works on a client's rows. */
  static Optional<Victim> sessionAtWork(PostgresServer server) {
    long postmaster = server.postmasterPid();
    return Processes.all().stream()
        .filter(process -> process.parentPid() == postmaster)
        .map(ProcessStat::pid)
        .filter(pid -> WORKING.matcher(String.join(" ", Processes.arguments(pid))).matches())
        .flatMap(pid -> Victim.of(pid).stream())
        .filter(session -> session.cpu().compareTo(WORK_BEGINS) >= 0)
        .findFirst();
  }

  /** Waits for the server, which restarts itself after the kill of one of its processes. */
  @Override
  public void repair() {
    Processes.within(RESTART, this::answers);
  }

  private boolean answers() {
    ConnectionInfo address = server.connection();
    try {
      String password = Files.readString(address.passwordFile());
      DriverManager.getConnection(address.jdbcUrl(), address.user(), password).close();
      return true;
    } catch (SQLException | IOException e) {
      return false;
    }
  }
}
