package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.statistics.Ratio;
import io.loadpath.benchmarks.statistics.RecordComparison;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Two records side by side, for the pages and tables of {@link ComparisonReport}.
 *
 * @param rows the variants that both hold, in the order of A
 * @param ratios the scale of the pictures of the ratios
 * @param facts what differs in machine and run
 */
public record Compared(
    Figures figuresA,
    Figures figuresB,
    RecordComparison result,
    List<Row> rows,
    RatioScale ratios,
    List<Difference> facts) {

  /**
   * One variant.
   *
   * @param compared empty when the comparison was refused
   */
  public record Row(VariantFigures a, VariantFigures b, Optional<RecordComparison.Row> compared) {}

  /** A fact that is not the same in both. */
  public record Difference(String name, String a, String b) {}

  public RunRecord a() {
    return figuresA.record();
  }

  public RunRecord b() {
    return figuresB.record();
  }

  static Compared of(RunRecord a, RunRecord b) {
    RecordComparison result = RecordComparison.of(a, b);
    Figures figuresA = Figures.of(a);
    Figures figuresB = Figures.of(b);
    Map<String, RecordComparison.Row> compared = new HashMap<>();
    result.rows().forEach(row -> compared.put(row.variant(), row));
    Map<String, VariantFigures> inB = new HashMap<>();
    figuresB.variants().forEach(f -> inB.put(f.variant().id(), f));
    Map<String, VariantFigures> inA = new HashMap<>();
    figuresA.variants().forEach(f -> inA.put(f.variant().id(), f));
    List<Row> rows =
        a.variants().stream()
            .map(variant -> variant.id())
            .filter(inB::containsKey)
            .map(id -> new Row(inA.get(id), inB.get(id), Optional.ofNullable(compared.get(id))))
            .toList();
    return new Compared(
        figuresA, figuresB, result, rows, RatioScale.over(ratios(result)), differences(a, b));
  }

  private static List<Ratio> ratios(RecordComparison result) {
    return result.rows().stream()
        .flatMap(row -> Stream.concat(Stream.of(row.time()), row.cpu().stream()))
        .map(RecordComparison.Figure::ratio)
        .toList();
  }

  private static List<Difference> differences(RunRecord a, RunRecord b) {
    List<MachineFacts.Fact> inA = facts(a);
    List<MachineFacts.Fact> inB = facts(b);
    List<Difference> differences = new ArrayList<>();
    for (MachineFacts.Fact fact : inA) {
      String other =
          inB.stream()
              .filter(f -> f.name().equals(fact.name()))
              .map(MachineFacts.Fact::value)
              .findFirst()
              .orElse("not visible");
      if (!fact.value().equals(other)) {
        differences.add(new Difference(fact.name(), fact.value(), other));
      }
    }
    return differences;
  }

  private static List<MachineFacts.Fact> facts(RunRecord record) {
    return Stream.concat(MachineFacts.machine(record).stream(), MachineFacts.run(record).stream())
        .toList();
  }
}
