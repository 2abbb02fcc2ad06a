package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.measure.CheckedMeter;
import io.loadpath.benchmarks.measure.CpuLedger;
import io.loadpath.benchmarks.measure.DatabaseMeter;
import io.loadpath.benchmarks.measure.postgres.CheckedDatabaseMeter;
import io.loadpath.benchmarks.service.Folders;
import io.loadpath.benchmarks.service.RunPlace;
import io.loadpath.benchmarks.service.Services;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.Stop;
import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The state, services and processes of one run.
 *
 * @param state the run's state, also for a process that cleans up after it
 * @param services the running services that its paths need
 * @param meter the instrument of the processes that the harness started
 * @param database the instrument of the user's PostgreSQL, if the run uses it
 * @param processes starts the steps of its paths
 */
record RunSession(
    RunPlace place,
    RunState state,
    Stop stop,
    Services services,
    CheckedMeter meter,
    Optional<CheckedDatabaseMeter> database,
    StepProcess processes) {

  interface Body<T> {
    T with(RunSession session) throws IOException;
  }

  /** Returns the id that marks the processes, control groups and work folder of this process. */
  static String runId(String recordId) {
    return "loadpath-" + recordId + "-" + ProcessHandle.current().pid();
  }

  /**
   * Starts the services of {@code variants}, and stops them after {@code body}. If this process is
   * killed, another one stops them.
   *
   * @param workers the number of workers of a new bundled cluster
   */
  @SuppressWarnings("try") // the watchdog and the services are only held
  static <T> T with(
      RunPlace place,
      String runId,
      Stop stop,
      Collection<Variant> variants,
      int workers,
      Body<T> body)
      throws IOException {
    Services services = Services.neededBy(variants, place, runId, workers);
    RunState state = new RunState(runId, services.clusters(), services.stopped(), null);
    try (Watchdog watchdog = new Watchdog(place.recoverCommand(), place.caller())) {
      state.write(place.state());
      try (Services started = services.start(place.out());
          CheckedMeter meter =
              CheckedMeter.choose(
                  runId,
                  CpuLedger.CLIENT,
                  () -> Processes.withEnvironment(StepProcess.MARKER, runId),
                  Services.processes(services.needed()))) {
        StepProcess processes = new StepProcess(runId, meter.client(), stop);
        Optional<CheckedDatabaseMeter> database = services.databaseMeter(place);
        try {
          database
              .flatMap(CheckedDatabaseMeter::whyNone)
              .ifPresent(reason -> place.out().println(reason));
          return body.with(
              new RunSession(place, state, stop, services, meter, database, processes));
        } finally {
          database.ifPresent(CheckedDatabaseMeter::close);
        }
      } finally {
        state.over(place.state(), services.left());
      }
    } finally {
      // it keeps the logs of failed steps
      Folders.deleteEmpty(Folders.ofRun(place.state(), runId));
    }
  }

  /** Returns the live processes of steps, of services by their CPU stages, and of a database. */
  Set<Long> visible(Set<String> stages, Optional<DatabaseMeter> users) {
    Set<Long> all = new HashSet<>(meter.client().processes());
    stages.forEach(stage -> all.addAll(meter.servers().get(stage).processes()));
    users.ifPresent(server -> all.addAll(server.processes()));
    return all;
  }

  String runId() {
    return state.runId();
  }

  /** Keeps the teardown to run if this process is killed; null between two paths. */
  void remember(RunState.Teardown teardown) {
    state.withTeardown(teardown).write(place.state());
  }
}
