package io.loadpath.benchmarks.plan;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * The figures of one way to load on one machine, with each codec.
 *
 * @param source says whose figures these are
 * @param path the load path; null for the study's
 * @param parameters of the path but for codec, inflater and files
 * @param cores of the machine; infinite when they are no bound
 * @param codecs at least one
 * @param bytesByRows the sizes of load that were measured: logical bytes by the number of rows
 * @param notes what a reader must know of the figures
 */
public record LoadFigures(
    String source,
    String path,
    Map<String, String> parameters,
    double cores,
    List<CodecFigures> codecs,
    SortedMap<Long, Long> bytesByRows,
    List<String> notes) {

  /** Sizes nearer to each other say nothing of the start of a load. */
  static final double SIZES_APART = 1.5;

  /** Whether loads of several sizes tell the start of a load from what grows with the bytes. */
  public boolean startKnown() {
    return startKnown(bytesByRows);
  }

  /** The figures of one of its codecs. */
  public LoadFigures only(CodecFigures codec) {
    return new LoadFigures(source, path, parameters, cores, List.of(codec), bytesByRows, notes);
  }

  static boolean startKnown(SortedMap<Long, Long> bytesByRows) {
    double largest = bytesByRows.get(bytesByRows.lastKey());
    return largest / bytesByRows.get(bytesByRows.firstKey()) >= SIZES_APART;
  }
}
