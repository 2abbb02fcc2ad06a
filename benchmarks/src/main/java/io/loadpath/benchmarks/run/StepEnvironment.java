package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.environment.Requirements;
import io.loadpath.benchmarks.suite.Variant;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The environment variables of a path's steps: the caller's, without any that would lead a path to
 * another database, to a cluster or to the harness's own settings, and those of the path contract.
 *
 * @param caller the harness's own environment
 * @param services the variables by which the path reaches what it runs on
 */
record StepEnvironment(
    Path root, Path state, Map<String, String> caller, Map<String, String> services) {
  private static final Pattern OF_CONTRACT =
      Pattern.compile("LOADPATH_.*|PG[A-Z]+|(?:HADOOP|YARN)_CONF_DIR");

  /**
   * Returns the variables for {@code variant}, which works in {@code folders} on {@code data}.
   *
   * @param scripts of the table whose rows the data is
   */
  Map<String, String> of(Variant variant, Folders folders, Path data, TableScripts scripts) {
    Map<String, String> variables = new LinkedHashMap<>(caller);
    variables.keySet().removeIf(StepEnvironment::ofContract);
    variables.put("LOADPATH_BUILD", "never"); // what runs is built
    variables.put("LOADPATH_ROOT", root.toString());
    variables.put("LOADPATH_STATE", state.toString());
    variables.put("LOADPATH_WORK", folders.work().toString());
    variables.put("LOADPATH_SERVER_DIR", folders.server().toString());
    variables.put("LOADPATH_COUNT_CPU", Preprocessors.wrapper(folders.server()).toString());
    variables.put("LOADPATH_DATA", data.toString());
    variables.put("LOADPATH_DATA_URI", "file://" + data);
    variables.put("LOADPATH_WORK_URI", "file://" + folders.work());
    variables.put("LOADPATH_TABLE", scripts.table());
    variables.put("LOADPATH_SCRIPTS", scripts.root().toString());
    variant
        .parameters()
        .forEach((name, value) -> variables.put("LOADPATH_PARAM_" + variableName(name), value));
    variables.putAll(services);
    if (!Requirements.needsOracle(variant.path())) {
      variables.keySet().removeIf(name -> name.startsWith(Requirements.ORACLE_PREFIX));
    }
    return variables;
  }

  /** Whether the path contract, and not the caller, says what a path finds under this name. */
  static boolean ofContract(String name) {
    return OF_CONTRACT.matcher(name).matches();
  }

  private static String variableName(String parameter) {
    return parameter.toUpperCase(Locale.ROOT).replace('-', '_');
  }
}
