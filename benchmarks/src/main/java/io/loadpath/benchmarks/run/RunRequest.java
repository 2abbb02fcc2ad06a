package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.path.Variant;
import io.loadpath.benchmarks.suite.DatasetSize;
import io.loadpath.benchmarks.suite.Suite;
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
 * @param baseline what others are compared with, if the user or the suite names it
 * @param sizes how much of each dataset
 * @param warmups rounds before the counted ones
 * @param rounds how often each variant runs
 * @param seed of the order inside the rounds
 * @param command the line that asks for all this
 * @param commandOfVariant the same up to the option that picks one variant
 * @param results the folder for record and report
 * @param stepLimit a step that takes longer is ended
 */
public record RunRequest(
    Suite suite,
    List<Variant> variants,
    Optional<Variant> baseline,
    Map<String, DatasetSize> sizes,
    int warmups,
    int rounds,
    long seed,
    String command,
    String commandOfVariant,
    Path results,
    Duration stepLimit) {}
