package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.needs.Requirements;
import io.loadpath.benchmarks.service.Folders;
import io.loadpath.benchmarks.service.RunPlace;
import io.loadpath.benchmarks.service.TargetFacts;
import io.loadpath.benchmarks.service.UserDatabase;
import io.loadpath.benchmarks.suite.Step;
import io.loadpath.benchmarks.suite.Variant;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Runs the steps of one variant in its folders.
 *
 * @param server the user's database server in words; empty if the variant uses none
 */
record PathSteps(
    Variant variant,
    Folders folders,
    Optional<String> server,
    Map<String, String> environment,
    StepProcess processes,
    StepLog log) {
  private static final Pattern OF_CONTRACT =
      Pattern.compile("LOADPATH_.*|PG[A-Z_]+|(?:HADOOP|YARN)_CONF_DIR");

  static PathSteps of(RunSession session, Variant variant, Folders folders, RunData.Prepared data) {
    Map<String, String> reach = new LinkedHashMap<>();
    session.services().usedBy(variant).stream()
        .map(service -> service.environment(folders, data.folder()))
        .forEach(reach::putAll);
    List<String> secrets = new ArrayList<>(Requirements.oraclePasswords(session.place().caller()));
    session.services().needed().forEach(service -> secrets.addAll(service.secrets()));
    return new PathSteps(
        variant,
        folders,
        session
            .place()
            .database()
            .filter(users -> Requirements.needsPostgres(variant.path()))
            .map(UserDatabase::name),
        environment(session.place(), variant, folders, data, reach),
        session.processes(),
        new StepLog(secrets));
  }

  /**
   * Returns the environment variables of a path's steps: those of the path contract, and the
   * caller's without any that name another database, a cluster or the harness's own settings.
   *
   * @param reach the variables that name the path's servers
   */
  static Map<String, String> environment(
      RunPlace place,
      Variant variant,
      Folders folders,
      RunData.Prepared data,
      Map<String, String> reach) {
    Map<String, String> variables = new LinkedHashMap<>(place.caller());
    variables.keySet().removeIf(PathSteps::ofContract);
    variables.put("LOADPATH_BUILD", "never"); // everything is already built
    variables.put("LOADPATH_ROOT", place.root().toString());
    variables.put("LOADPATH_STATE", place.state().toString());
    variables.put("LOADPATH_WORK", folders.work().toString());
    if (serverReadsFiles(place, variant)) {
      variables.put("LOADPATH_SERVER_DIR", folders.server().toString());
      variables.put("LOADPATH_COUNT_CPU", PreprocessorCpu.wrapper(folders.server()).toString());
    }
    variables.put("LOADPATH_DATA", data.folder().toString());
    variables.put("LOADPATH_DATA_URI", "file://" + data.folder());
    variables.put("LOADPATH_WORK_URI", "file://" + folders.work());
    variables.put("LOADPATH_TABLE", data.table().name());
    variables.put("LOADPATH_SCRIPTS", data.scripts().toString());
    variant
        .parameters()
        .forEach((name, value) -> variables.put("LOADPATH_PARAM_" + variableName(name), value));
    variables.putAll(reach);
    if (!Requirements.needsOracle(variant.path())) {
      variables.keySet().removeIf(name -> name.startsWith(Requirements.ORACLE_PREFIX));
    }
    return variables;
  }

  private static boolean serverReadsFiles(RunPlace place, Variant variant) {
    return !Requirements.needsPostgres(variant.path())
        || place.target().flatMap(TargetFacts::noFiles).isEmpty();
  }

  /** Whether the path contract sets this variable, not the caller. */
  static boolean ofContract(String name) {
    return OF_CONTRACT.matcher(name).matches();
  }

  private static String variableName(String parameter) {
    return parameter.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  /** Returns the file with a step's standard output. */
  Path output(Step step) {
    return folders.logs().resolve(step + ".out");
  }

  /**
   * Runs a step, if the path has it. A stop of the run does not end a teardown.
   *
   * @throws StepFailure if its exit code is not 0, or if it takes longer than {@code limit}
   */
  long run(Step step, Duration limit) throws IOException, StepFailure {
    if (!variant.path().has(step)) {
      return 0;
    }
    Path errors = folders.logs().resolve(step + ".err");
    StepProcess.Outcome outcome =
        processes.run(
            variant.path().executable(step),
            folders.work(),
            environment,
            output(step).toFile(),
            errors.toFile(),
            limit,
            step != Step.TEARDOWN);
    if (outcome.exitCode() == null) {
      String message = "was ended after %d s, its time limit".formatted(limit.toSeconds());
      String printed = log.tail(errors, output(step));
      throw new StepFailure(step, null, withServer((message + "\n" + printed).strip()));
    }
    if (outcome.exitCode() != 0) {
      String printed = log.tail(errors, output(step));
      throw new StepFailure(
          step, outcome.exitCode(), withServer(printed.isEmpty() ? "printed nothing" : printed));
    }
    return outcome.wallNanos();
  }

  /** A client's message may be of another machine, such as "No space left on device". */
  private String withServer(String message) {
    return message + server.map(name -> "\nserver: " + name).orElse("");
  }

  /**
   * Returns the teardown for a later process, without the caller's own variables except those that
   * an option may have set.
   */
  RunState.Teardown teardownForLater() {
    if (!variant.path().has(Step.TEARDOWN)) {
      return null;
    }
    Map<String, String> ofContract = new LinkedHashMap<>(environment);
    ofContract
        .keySet()
        .removeIf(name -> !ofContract(name) && !Requirements.ORACLE_VARIABLES.contains(name));
    return new RunState.Teardown(
        variant.path().executable(Step.TEARDOWN).toString(), folders.work().toString(), ofContract);
  }
}
