package io.loadpath.benchmarks.cli;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.measure.Requirements;
import io.loadpath.benchmarks.record.RunRecord.NotRun;
import io.loadpath.benchmarks.run.RunRequest;
import io.loadpath.benchmarks.statistics.Numbers;
import io.loadpath.benchmarks.suite.DatasetSize;
import io.loadpath.benchmarks.suite.OwnFit;
import io.loadpath.benchmarks.suite.TimeSpan;
import io.loadpath.benchmarks.suite.Variant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Shows what a run would do, and starts nothing. */
record DryRun(RunRequest request, Requirements requirements) {

  /**
   * Returns the lines to print.
   *
   * @throws LoadpathException if nothing can run here
   */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("suite   " + request.suite().name() + ": " + request.suite().definition().title());
    lines.add("rounds  " + rounds());
    lines.addAll(data());
    Set<String> runs = new LinkedHashSet<>();
    Set<NotRun> others = new LinkedHashSet<>();
    for (Variant variant : request.variants()) {
      requirements
          .missing(variant)
          .ifPresentOrElse(
              others::add,
              () -> runs.add(request.table().isPresent() ? OwnFit.only(variant) : variant.id()));
    }
    if (runs.isEmpty()) {
      throw Requirements.nothingRuns(others);
    }
    String verb = request.table().isPresent() ? "may run " : "runs    ";
    runs.forEach(id -> lines.add(verb + id));
    others.forEach(other -> lines.add("not run: %s: %s".formatted(other.path(), other.reason())));
    lines.add("dry run: nothing was started or written");
    return lines;
  }

  private String rounds() {
    RunRequest.Order order = request.order();
    String budget =
        order
            .budget()
            .map(time -> " at most, as many as fit in " + TimeSpan.text(time.toSeconds()))
            .orElse("");
    return order.rounds()
        + budget
        + (order.warmups() == 0 ? "" : ", after warm-ups: " + order.warmups())
        + (order.startRows() == 0
            ? ""
            : ", and a start run on %s rows".formatted(Numbers.count(order.startRows())));
  }

  private List<String> data() {
    Optional<RunRequest.UserTable> table = request.table();
    if (table.isPresent()) {
      List<String> files =
          table.get().files().isEmpty() ? table.get().table().files() : table.get().files();
      return List.of(
          "data    %s: %s".formatted(table.get().description(), String.join(" ", files)),
          "        a run reads these files first, and then decides which paths can load them");
    }
    return request.variants().stream()
        .map(variant -> variant.path().definition().dataset())
        .distinct()
        .map(name -> "data    " + name + " " + size(request.sizes().get(name)))
        .toList();
  }

  private static String size(DatasetSize size) {
    return size.rows() == null
        ? "at scale factor " + Numbers.raw(size.scale())
        : Numbers.count(size.rows()) + " rows";
  }
}
