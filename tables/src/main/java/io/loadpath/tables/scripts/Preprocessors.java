package io.loadpath.tables.scripts;

import java.util.List;

/** The programs that a database calls to read a file. */
final class Preprocessors {
  /** Names in {@code external-table/preprocessor}. */
  static final List<String> NAMES =
      List.of(
          "read-direct.sh",
          "inflate-gzip.sh",
          "inflate-gnu-gzip.sh",
          "inflate-zstd.sh",
          "inflate-lz4.sh",
          "inflate-bzip2.sh",
          "skip-header.sh",
          "send-file.sh",
          "limit-rate.sh");

  private Preprocessors() {}
}
