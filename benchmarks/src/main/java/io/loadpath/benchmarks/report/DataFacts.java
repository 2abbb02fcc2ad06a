package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.DatasetInfo;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.statistics.Numbers;
import io.loadpath.datasets.Codec;
import java.util.ArrayList;
import java.util.List;

/** A table of the user's in words. */
public final class DataFacts {
  /** Tools start for up to ten seconds; the fastest of them load this much in that time. */
  private static final long FEW_BYTES = 100_000_000;

  private DataFacts() {}

  /**
   * What the tables of the user's are: {@code sales: 3 rows of 2 columns, 35 B in 1 plain file}.
   */
  static List<String> headlines(RunRecord record) {
    return record.datasets().stream().filter(DatasetInfo::own).map(DataFacts::headline).toList();
  }

  private static String headline(DatasetInfo data) {
    return "%s: %s row%s of %d column%s, %s in %d %s file%s"
        .formatted(
            data.dataset(),
            Numbers.count(data.rows()),
            plural(data.rows()),
            data.columns(),
            plural(data.columns()),
            Numbers.bytes(data.logicalBytes()),
            data.files(),
            data.codec().equals(Codec.NONE.toString()) ? "plain" : data.codec(),
            plural(data.files()));
  }

  private static String plural(long count) {
    return count == 1 ? "" : "s";
  }

  /** Returns a warning for each table that is too small for its figures to say much. */
  static List<String> cautions(RunRecord record) {
    return record.datasets().stream()
        .filter(data -> data.own() && data.logicalBytes() < FEW_BYTES)
        .map(
            data ->
                "%s is small (%s): rates and costs are mostly the start of each tool. More rows show what a row costs."
                    .formatted(data.dataset(), Numbers.bytes(data.logicalBytes())))
        .toList();
  }

  /** What a reader must know of their figures, in sentences; empty without such a table. */
  static List<String> notes(RunRecord record) {
    List<String> notes = new ArrayList<>();
    for (DatasetInfo data : record.datasets()) {
      if (data.own()) {
        notes.add(
            data.traits().isEmpty()
                ? "Nothing in %s is hard for a loader.".formatted(data.dataset())
                : "Traits of %s: %s.".formatted(data.dataset(), String.join(", ", data.traits())));
        List<String> byValue = List.copyOf(data.fingerprint().doubles().keySet());
        if (!byValue.isEmpty()) {
          notes.add(
              "Columns of doubles are compared by value, their sums to 1e-9 of the sum of absolute values: %s."
                  .formatted(String.join(", ", byValue)));
        }
        notes.add("There are no start runs: rates and costs are with the start of each tool.");
      }
    }
    return notes;
  }
}
