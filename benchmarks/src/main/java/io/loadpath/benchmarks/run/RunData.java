package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.datasets.Dataset;
import io.loadpath.datasets.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The data of a run.
 *
 * @param whole what each variant works on
 * @param few what it works on in its start run; without those that have none
 */
record RunData(Map<Variant, PreparedData> whole, Map<Variant, PreparedData> few) {
  /**
   * Makes below {@code home} what is not there.
   *
   * @throws StoppedException if the user ended the run
   */
  static RunData prepare(
      RunRequest request, List<Variant> variants, Path home, Progress progress, StopSignal stop)
      throws IOException {
    Map<String, PreparedData> byId = new LinkedHashMap<>();
    RunData data = new RunData(new LinkedHashMap<>(), new LinkedHashMap<>());
    try {
      for (Variant variant : variants) {
        Dataset wanted = PreparedData.wanted(variant, request.sizes());
        data.whole.put(variant, prepare(wanted, byId, home, progress, stop));
        Optional<Dataset> few = PreparedData.fewRows(variant, request.sizes(), request.startRows());
        if (few.isPresent()) {
          data.few.put(variant, prepare(few.get(), byId, home, progress, stop));
        }
      }
    } catch (IOException e) {
      stop.check(); // then this is how the making of data ends
      throw e;
    }
    return data;
  }

  /**
   * Checks the rows of a table of the user's; what is kept of them stands below {@code state}.
   *
   * @throws StoppedException if the user ended the run
   */
  static PreparedData prepareOwn(
      TableRequest table, Path root, Path state, Progress progress, StopSignal stop)
      throws IOException {
    try {
      PreparedData data = OwnData.prepare(table, root, state, progress);
      stop.check();
      return data;
    } catch (IOException e) {
      stop.check();
      throw e;
    }
  }

  /** Returns a run whose variants all work on {@code data}, without start runs. */
  static RunData of(PreparedData data, List<Variant> variants) {
    Map<Variant, PreparedData> whole = new LinkedHashMap<>();
    variants.forEach(variant -> whole.put(variant, data));
    return new RunData(whole, Map.of());
  }

  private static PreparedData prepare(
      Dataset dataset,
      Map<String, PreparedData> byId,
      Path home,
      Progress progress,
      StopSignal stop)
      throws IOException {
    if (!byId.containsKey(dataset.id())) {
      byId.put(dataset.id(), PreparedData.prepare(dataset, home, progress));
      stop.check();
    }
    return byId.get(dataset.id());
  }

  /** Returns what the run in {@code slot} works on. */
  PreparedData of(Schedule.Slot slot) {
    return (slot.kind() == Schedule.Kind.START ? few : whole).get(slot.variant());
  }

  /** Returns each once. */
  Stream<PreparedData> all() {
    return Stream.concat(whole.values().stream(), few.values().stream()).distinct();
  }
}
