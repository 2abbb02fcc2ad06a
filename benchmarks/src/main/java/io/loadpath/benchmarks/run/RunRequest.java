package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.suite.DatasetSize;
import io.loadpath.benchmarks.suite.OwnFit;
import io.loadpath.benchmarks.suite.Suite;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.tables.Table;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A request for a run.
 *
 * @param baselines the baselines of the user or the suite; may be empty
 * @param table the user's table, instead of the datasets; empty for a run on datasets
 * @param command the command that repeats this run
 * @param commandOfVariant the same command without {@code --only}, to be added for one variant
 * @param stepLimit maximum time of a step
 */
public record RunRequest(
    Suite suite,
    List<Variant> variants,
    List<Variant> baselines,
    Map<String, DatasetSize> sizes,
    Optional<UserTable> table,
    Order order,
    String command,
    String commandOfVariant,
    Path results,
    Duration stepLimit) {

  /**
   * The number and the order of runs.
   *
   * @param startRows the approximate number of rows of a start run; 0 for no start runs
   * @param rounds the measured runs of each variant; the maximum if there is a budget
   * @param budget the time of the whole run, if limited
   * @param seed the seed of the order inside the rounds
   */
  public record Order(
      long startRows, int warmups, int rounds, Optional<Duration> budget, long seed) {}

  /**
   * The user's table.
   *
   * @param description the file that describes it
   * @param files the user's globs; empty for the files in the description
   * @param parts the number of files that the rows are cut into; 0 for the files as they are
   */
  public record UserTable(Path description, Table table, List<String> files, int parts) {
    public UserTable {
      files = List.copyOf(files);
    }
  }

  /** Returns the name of its record: the user's table, or without one the suite. */
  String name() {
    return table.map(own -> own.table().name()).orElse(suite.name());
  }

  /** Returns this request with its variants fitted to the user's files. */
  RunRequest over(OwnFit files) {
    return new RunRequest(
        suite,
        variants.stream().map(files::fit).distinct().toList(),
        baselines.stream().map(files::fit).distinct().toList(),
        sizes,
        table,
        order,
        command,
        commandOfVariant,
        results,
        stepLimit);
  }
}
