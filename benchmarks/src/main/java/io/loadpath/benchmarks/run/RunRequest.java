package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.suite.DatasetSize;
import io.loadpath.benchmarks.suite.OwnFit;
import io.loadpath.benchmarks.suite.Suite;
import io.loadpath.benchmarks.suite.Variant;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is to be run.
 *
 * @param suite the suite that the variants come from
 * @param variants what to run
 * @param baselines what others are compared with, if the user or the suite names any
 * @param sizes how much of each dataset
 * @param table of the user's, in place of the datasets; empty for a run on those
 * @param startRows about as many rows are in each variant's start run; 0 for no start runs
 * @param warmups rounds before the counted ones
 * @param rounds how often each variant runs; with a budget, at most
 * @param budget the time of the whole run, if it has one
 * @param seed of the order inside the rounds
 * @param command the line that asks for all this
 * @param commandOfVariant the same up to the option that picks one variant
 * @param results the folder for record and report
 * @param stepLimit a step that takes longer is ended
 */
public record RunRequest(
    Suite suite,
    List<Variant> variants,
    List<Variant> baselines,
    Map<String, DatasetSize> sizes,
    Optional<TableRequest> table,
    long startRows,
    int warmups,
    int rounds,
    Optional<Duration> budget,
    long seed,
    String command,
    String commandOfVariant,
    Path results,
    Duration stepLimit) {

  /** Returns this request with its variants in the user's files. */
  RunRequest over(OwnFit files) {
    return new RunRequest(
        suite,
        variants.stream().map(files::fit).distinct().toList(),
        baselines.stream().map(files::fit).distinct().toList(),
        sizes,
        table,
        startRows,
        warmups,
        rounds,
        budget,
        seed,
        command,
        commandOfVariant,
        results,
        stepLimit);
  }
}
