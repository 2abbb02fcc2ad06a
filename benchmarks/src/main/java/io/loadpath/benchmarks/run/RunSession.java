package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.cpu.CheckedMeter;
import io.loadpath.benchmarks.cpu.CpuStage;
import io.loadpath.benchmarks.environment.Requirements;
import io.loadpath.benchmarks.path.Variant;
import io.loadpath.benchmarks.proc.ProgramOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the samples of one run share: places, processes, instrument and database. */
final class RunSession {
  static final String CLIENT_STAGE = "client";
  static final String DATABASE_STAGE = "database";

  private static final Duration SYNC_LIMIT = Duration.ofMinutes(5);

  private final Path root;
  private final Path state;
  private final StopSignal stop;
  private final StepProcess processes;
  private final CheckedMeter meter;
  private final Optional<Database> database;
  private final Map<String, String> caller;
  private RunState runState;

  RunSession(
      Path root,
      Path state,
      RunState runState,
      StopSignal stop,
      CheckedMeter meter,
      Optional<Database> database,
      Map<String, String> caller) {
    this.root = root;
    this.state = state;
    this.runState = runState;
    this.stop = stop;
    this.meter = meter;
    this.database = database;
    this.processes = new StepProcess(runState.runId(), meter.client(), stop);
    this.caller = caller;
  }

  StopSignal stop() {
    return stop;
  }

  StepProcess processes() {
    return processes;
  }

  /** Returns the CPU stages of a variant, by name. */
  Map<String, CpuStage> stages(Variant variant) {
    Map<String, CpuStage> stages = new LinkedHashMap<>();
    stages.put(CLIENT_STAGE, meter.client());
    if (Requirements.needsPostgres(variant.path())) {
      meter.server().ifPresent(stage -> stages.put(DATABASE_STAGE, stage));
    }
    return stages;
  }

  /** Returns the folders of the sample at {@code position}. */
  Folders folders(int position, Variant variant) {
    String name = "%03d-%s".formatted(position, variant.path().name());
    return new Folders(Folders.ofRun(state, runState.runId()).resolve(name));
  }

  /** Returns the steps of {@code variant}, which work in {@code folders} on {@code data}. */
  Steps steps(Variant variant, Folders folders, PreparedData data) {
    Map<String, String> databaseEnvironment = database.map(Database::environment).orElse(Map.of());
    StepEnvironment environment = new StepEnvironment(root, state, caller, databaseEnvironment);
    return new Steps(
        variant,
        folders,
        environment.of(variant, folders, data.folder()),
        processes,
        new StepLog(secrets()));
  }

  private List<String> secrets() {
    List<String> secrets = new ArrayList<>();
    database.map(Database::password).ifPresent(secrets::add);
    secrets.addAll(Requirements.oraclePasswords(caller));
    return secrets;
  }

  /** Keeps what a later process must do if this one is killed. */
  void remember(RunState.Teardown teardown) {
    runState = runState.withTeardown(teardown);
    runState.write(state);
  }

  /**
   * Brings earlier writes to disk, so that no path pays for those of another.
   *
   * @throws SQLException if the database does not answer
   */
  void settle() throws SQLException, IOException {
    if (database.isPresent()) {
      database.get().checkpoint();
    }
    stop.check();
    ProgramOutput.of(List.of("sync", "-f", state.toString()), SYNC_LIMIT);
  }

  void endDatabaseSessions() {
    database.ifPresent(Database::endSessions);
  }
}
