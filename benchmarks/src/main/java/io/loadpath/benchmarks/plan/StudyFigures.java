package io.loadpath.benchmarks.plan;

import io.loadpath.benchmarks.statistics.Estimate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The figures of the study of 2010. It writes MB and means 2^20 bytes. It has no bound by the
 * database or by the number of cores: its question is how many cores are needed.
 */
public final class StudyFigures {
  private static final double GZIP_RATIO = 2.1;
  private static final double UNIT_BYTES_PER_SECOND = 20 * Rate.BYTES_PER_MIB;
  private static final double CORES_PER_UNIT = 0.25;

  private StudyFigures() {}

  /** Returns the figures, plain files and {@code gzip -3}. */
  public static LoadFigures get() {
    return new LoadFigures(
        null,
        null,
        Map.of(),
        Double.POSITIVE_INFINITY,
        List.of(
            codec("none", 1, Double.POSITIVE_INFINITY, 0),
            codec("gzip-3", GZIP_RATIO, UNIT_BYTES_PER_SECOND, CORES_PER_UNIT)),
        0,
        0,
        false);
  }

  private static CodecFigures codec(String name, double ratio, double unit, double coresPerUnit) {
    double secondsPerByte = coresPerUnit / unit;
    return new CodecFigures(
        name,
        null,
        ratio,
        Estimate.single(unit),
        secondsPerByte,
        0,
        Estimate.single(secondsPerByte),
        Estimate.single(secondsPerByte),
        0,
        0,
        new TreeMap<>(),
        Optional.empty());
  }
}
