package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.RecordFile;
import java.util.List;

/**
 * The data that the page's script draws, as JSON.
 *
 * @param withoutStart the scatter without start-up; null when no start is known
 * @param curves of the sweeps
 * @param rounds see {@link Rounds.Point#drawn}
 */
record ChartData(
    Scatter scatter,
    Scatter withoutStart,
    StageChart stages,
    List<CurveChart> curves,
    List<List<Object>> rounds) {

  String json() {
    return RecordFile.embeddable(this);
  }
}
