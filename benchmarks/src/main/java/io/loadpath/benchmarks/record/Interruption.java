package io.loadpath.benchmarks.record;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The early end of a run.
 *
 * @param reason why it ended, for example {@code it was stopped}
 * @param missing the variants with due runs that were not taken, in the record's order; empty where
 *     a budget decides on more
 */
public record Interruption(String reason, List<Missing> missing) {
  public Interruption {
    Check.text("interrupted.reason", reason);
    missing = Check.list("interrupted.missing", missing);
  }

  /**
   * What one variant lacks.
   *
   * @param variant id of a {@link VariantInfo}
   * @param runs how many of its runs were not taken, warm-ups included
   */
  public record Missing(String variant, int runs) {
    public Missing {
      Check.text("interrupted.missing.variant", variant);
      Check.atLeast("interrupted.missing.runs", 1, runs);
    }
  }

  /** An end after {@code samples}. */
  static Interruption after(
      List<Sample> samples, List<VariantInfo> variants, SuiteInfo suite, String reason) {
    List<Missing> missing = new ArrayList<>();
    for (VariantInfo variant : variants) {
      Set<List<Object>> taken = new HashSet<>(); // a disturbed run may be taken several times
      samples.stream()
          .filter(sample -> sample.variant().equals(variant.id()))
          .filter(sample -> !sample.start() || sample.round() == 1) // a cluster's first has two
          .forEach(sample -> taken.add(List.of(sample.warmup(), sample.start(), sample.round())));
      int runs = suite.dueRuns(variant) - taken.size();
      if (runs > 0) {
        missing.add(new Missing(variant.id(), runs));
      }
    }
    return new Interruption(reason, missing);
  }

  /** The missing runs of all variants. */
  public int missingRuns() {
    return missing.stream().mapToInt(Missing::runs).sum();
  }
}
