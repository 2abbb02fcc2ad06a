package io.loadpath.benchmarks.statistics;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import java.util.Comparator;
import java.util.List;

/**
 * The counted samples of one variant.
 *
 * @param all all samples except warm-ups and start runs, in order of time
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

  /** Returns the verified samples that other programs did not disturb. */
  public List<Sample> undisturbed() {
    return verified().stream().filter(sample -> !sample.disturbed()).toList();
  }

  /** Returns the samples for figures: the undisturbed ones, or if there are none, all verified. */
  public List<Sample> forFigures() {
    List<Sample> undisturbed = undisturbed();
    return undisturbed.isEmpty() ? verified() : undisturbed;
  }

  /** Whether other programs disturbed every verified sample, so that the figures are weak. */
  public boolean disturbed() {
    return !verified().isEmpty() && undisturbed().isEmpty();
  }
}
