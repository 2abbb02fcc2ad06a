package io.loadpath.benchmarks.record;

/**
 * The suite that ran.
 *
 * @param rounds counted rounds
 * @param warmups rounds before them that are marked and not counted
 * @param seed of the shuffled order inside the rounds
 */
public record SuiteInfo(String name, String title, int rounds, int warmups, long seed) {
  public SuiteInfo {
    Check.text("suite.name", name);
    Check.text("suite.title", title);
    Check.atLeast("suite.rounds", 1, rounds);
    Check.atLeast("suite.warmups", 0, warmups);
  }
}
