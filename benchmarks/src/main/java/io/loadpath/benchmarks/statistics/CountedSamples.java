package io.loadpath.benchmarks.statistics;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import java.util.Comparator;
import java.util.List;

/**
 * The samples of one variant that count: the one place that chooses them.
 *
 * @param all without warm-ups and start runs, in order of time
 */
public record CountedSamples(List<Sample> all) {
  public static CountedSamples of(RunRecord record, String variant) {
    return new CountedSamples(
        record.samples().stream()
            .filter(sample -> sample.variant().equals(variant) && sample.counted())
            .sorted(Comparator.comparingInt(Sample::position))
            .toList());
  }

  public List<Sample> verified() {
    return all.stream().filter(Sample::verified).toList();
  }

  /** The verified ones that other programs did not disturb. */
  public List<Sample> undisturbed() {
    return verified().stream().filter(sample -> !sample.disturbed()).toList();
  }

  /** Those that figures are made of: the undisturbed ones, or all verified ones without such. */
  public List<Sample> forFigures() {
    List<Sample> undisturbed = undisturbed();
    return undisturbed.isEmpty() ? verified() : undisturbed;
  }

  /** Whether other programs disturbed every verified one, so that figures say little. */
  public boolean disturbed() {
    return !verified().isEmpty() && undisturbed().isEmpty();
  }
}
