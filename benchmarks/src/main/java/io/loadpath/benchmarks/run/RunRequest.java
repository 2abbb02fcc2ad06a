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
 * What is to be run.
 *
 * @param baselines what others are compared with, if the user or the suite names any
 * @param table of the user's, in place of the datasets; empty for a run on those
 * @param command the line that asks for all this
 * @param commandOfVariant the same up to the option that picks one variant
 * @param stepLimit a step that takes longer is ended
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
   * How often each variant runs, and in which order.
   *
   * @param startRows about as many rows are in each variant's start run; 0 for no start runs
   * @param rounds how often each variant runs; with a budget, at most
   * @param budget the time of the whole run, if it has one
   * @param seed of the order inside the rounds
   */
  public record Order(
      long startRows, int warmups, int rounds, Optional<Duration> budget, long seed) {}

  /**
   * The table of the user's that a run works on.
   *
   * @param description the file that describes it
   * @param files globs of the files, as the user gave them; empty for those of the description
   * @param parts how many files the rows are cut into; 0 for the files as they are
   */
  public record UserTable(Path description, Table table, List<String> files, int parts) {
    public UserTable {
      files = List.copyOf(files);
    }
  }

  /** Returns this request with its variants in the user's files. */
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
