package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.report.Measured.StageCost;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * CPU cost of each variant, by stage.
 *
 * @param stages the stages' names; known ones are in a fixed order
 * @param colors the index of each stage's colour and pattern; a known stage always has the same one
 * @param rows the cheapest first
 */
public record StageChart(List<String> stages, List<Integer> colors, List<Row> rows) {
  static final List<String> ORDER =
      List.of(
          "client", "preprocessor", "database", "background", "hadoop", "containers", "daemons");
  private static final int FREE_COLORS = 3;

  /**
   * One variant.
   *
   * @param costs the costs in the order of the stages; null for a stage that the variant lacks
   * @param total CPU-s/GB
   */
  public record Row(int rank, String label, List<StageCost> costs, double total) {}

  static StageChart of(Figures figures) {
    Set<String> found = new LinkedHashSet<>();
    figures.measured().forEach(f -> found.addAll(f.proven().stages().keySet()));
    List<String> stages = new ArrayList<>(ORDER);
    stages.retainAll(found);
    found.stream().filter(stage -> !ORDER.contains(stage)).sorted().forEach(stages::add);
    List<Row> rows = new ArrayList<>();
    for (VariantFigures f : figures.measured()) {
      List<StageCost> costs = new ArrayList<>(); // may hold null
      stages.forEach(stage -> costs.add(f.proven().stages().get(stage)));
      rows.add(
          new Row(f.rank(), (f.label() + " " + f.costRemark()).strip(), costs, f.cost().median()));
    }
    rows.sort(Comparator.comparingDouble(Row::total));
    return new StageChart(stages, colors(stages), rows);
  }

  private static List<Integer> colors(List<String> stages) {
    List<Integer> colors = new ArrayList<>();
    int others = 0;
    for (String stage : stages) {
      int known = ORDER.indexOf(stage);
      colors.add(known >= 0 ? known : ORDER.size() + others++ % FREE_COLORS);
    }
    return colors;
  }
}
