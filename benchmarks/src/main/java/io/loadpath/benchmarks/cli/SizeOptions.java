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
      description = "TPC-H scale factor of LINEITEM (default: as the suite says).")
  private Double scale;

  @Option(
      names = "--rows",
      paramLabel = "N",
      description = "Rows of ALL_CARD_TRANS (default: as the suite says).")
  private Long rows;

  /**
   * Passes when both are sizes that data can have.
   *
   * @throws IllegalArgumentException otherwise; the message begins with the option's name
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

  /** Returns those that were given, as in a command line. */
  String words() {
    return RunCommand.words("--scale", scale) + RunCommand.words("--rows", rows);
  }
}
