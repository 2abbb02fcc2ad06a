package io.loadpath.benchmarks.record;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * The suite that ran.
 *
 * @param rounds counted rounds; with a budget the most that a variant gets
 * @param warmups rounds before them that are marked and not counted
 * @param seed of the shuffled order inside the rounds
 * @param budgetSeconds the time that the run was given: the first round holds every variant, a
 *     later one those that still fit; null when every round holds every variant
 */
public record SuiteInfo(
    String name,
    String title,
    int rounds,
    int warmups,
    long seed,
    @JsonInclude(JsonInclude.Include.NON_NULL) Long budgetSeconds) {
  public SuiteInfo {
    Check.text("suite.name", name);
    Check.text("suite.title", title);
    Check.atLeast("suite.rounds", 1, rounds);
    Check.atLeast("suite.warmups", 0, warmups);
    Check.nullOrAtLeast("suite.budgetSeconds", 1, budgetSeconds);
  }

  /** The runs that are due of {@code variant}, warm-ups and start run included, repeats not. */
  int dueRuns(VariantInfo variant) {
    int start = variant.startDataset() == null ? 0 : 1;
    return start + warmups + (budgetSeconds == null ? rounds : 1);
  }
}
