package io.loadpath.benchmarks.cli;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.needs.Requirements;
import io.loadpath.benchmarks.plan.RunEstimate;
import io.loadpath.benchmarks.record.RunRecord.NotRun;
import io.loadpath.benchmarks.run.RunRequest;
import io.loadpath.benchmarks.service.MissingHere;
import io.loadpath.benchmarks.service.RunPlace;
import io.loadpath.benchmarks.statistics.Numbers;
import io.loadpath.benchmarks.suite.DatasetSize;
import io.loadpath.benchmarks.suite.OwnFit;
import io.loadpath.benchmarks.suite.TimeSpan;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.datasets.TableData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Shows what a run would do, and starts nothing.
 *
 * @param place the place of the run, with the facts of the user's PostgreSQL if they named one
 * @param runId marks the processes that ask a cluster
 * @param shipped a record that comes with the project, for the estimate of the time
 */
record DryRun(RunRequest request, RunPlace place, String runId, Path shipped) {
  private static final String COMPRESSED = ".*\\.(gz|zst|lz4|bz2)";

  /** Text is about this much longer than its compressed file. */
  private static final int TEXT_PER_COMPRESSED_BYTE = 3;

  /**
   * Returns the lines to print.
   *
   * @throws LoadpathException if nothing can run here
   */
  List<String> lines() throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("suite   " + request.suite().name() + ": " + request.suite().definition().title());
    lines.add("rounds  " + rounds());
    lines.addAll(data());
    Map<String, Variant> runs = new LinkedHashMap<>();
    Set<NotRun> others = new LinkedHashSet<>();
    MissingHere here = new MissingHere(place, runId);
    for (Variant variant : request.variants()) {
      here.missing(variant)
          .ifPresentOrElse(
              others::add,
              () ->
                  runs.putIfAbsent(
                      request.table().isPresent() ? OwnFit.only(variant) : variant.id(), variant));
    }
    if (runs.isEmpty()) {
      throw Requirements.nothingRuns(others);
    }
    String verb = request.table().isPresent() ? "may run " : "runs    ";
    runs.keySet().forEach(id -> lines.add(verb + id));
    others.forEach(other -> lines.add("not run: %s: %s".formatted(other.path(), other.reason())));
    requireRoom(runs.values());
    RunEstimate estimate = new RunEstimate(work(runs.values()), request.results(), shipped);
    estimate.written().ifPresent(text -> lines.add("writes  " + text));
    lines.add("time    " + estimate.time());
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

  /** Fails if the user's server has too little room for the largest data. */
  private void requireRoom(Collection<Variant> variants) throws IOException {
    long most = 0;
    for (Variant variant : variants) {
      most = Math.max(most, Requirements.needsPostgres(variant.path()) ? textBytes(variant) : 0);
    }
    long bytes = most;
    place.target().ifPresent(facts -> facts.requireRoom(bytes));
  }

  private RunEstimate.Work work(Collection<Variant> variants) throws IOException {
    RunRequest.Order order = request.order();
    Map<Variant, Long> textBytes = new LinkedHashMap<>();
    for (Variant variant : variants) {
      textBytes.put(variant, textBytes(variant));
    }
    long startBytes =
        order.startRows() == 0
            ? 0
            : DatasetSize.ofRows(DatasetSize.ALL_CARD_TRANS, order.startRows()).textBytes();
    return new RunEstimate.Work(
        textBytes, startBytes, order.warmups(), order.rounds(), order.budget());
  }

  private long textBytes(Variant variant) throws IOException {
    Optional<RunRequest.UserTable> own = request.table();
    if (own.isEmpty()) {
      return request.sizes().get(variant.path().definition().dataset()).textBytes();
    }
    long bytes = 0;
    for (Path file :
        TableData.files(own.get().table(), own.get().description(), own.get().files())) {
      boolean compressed = file.toString().matches(COMPRESSED);
      bytes += Files.size(file) * (compressed ? TEXT_PER_COMPRESSED_BYTE : 1);
    }
    return bytes;
  }
}
