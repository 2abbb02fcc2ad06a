package io.loadpath.benchmarks.cli;

import io.loadpath.benchmarks.suite.DatasetSize;
import io.loadpath.benchmarks.suite.SuiteDefinition;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options that set the sizes of a suite's data. */
final class SizeOptions {
  @Option(
      names = "--scale",
      paramLabel = "SF",
      description =
          "TPC-H scale factor of LINEITEM, the table of queries (default: as the suite says).")
  private Double scale;

  @Option(
      names = "--rows",
      paramLabel = "N",
      description = "Rows of ALL_CARD_TRANS, the table of loads (default: as the suite says).")
  private Long rows;

  /**
   * Checks the range of both.
   *
   * @throws IllegalArgumentException if one is out of range; the message begins with its name
   */
  void check() {
    new DatasetSize(scale, rows);
  }

  boolean given() {
    return scale != null || rows != null;
  }

  Map<String, DatasetSize> of(SuiteDefinition suite) {
    Map<String, DatasetSize> sizes = new LinkedHashMap<>(suite.datasets());
    if (scale != null) {
      sizes.put(DatasetSize.LINEITEM, new DatasetSize(scale, null));
    }
    if (rows != null) {
      sizes.put(DatasetSize.ALL_CARD_TRANS, new DatasetSize(null, rows));
    }
    return sizes;
  }

  /** Returns the given options for a command line. */
  String words() {
    return RunCommand.words("--scale", scale) + RunCommand.words("--rows", rows);
  }
}
