package io.loadpath.datasets.cli;

import io.loadpath.datasets.Codec;
import picocli.CommandLine.Option;

/** Two exclusive ways to name the compression of files. */
final class CodecOptions {

  @Option(
      names = "--gzip",
      paramLabel = "LEVEL",
      description = "Compresses each file with gzip; 1 (fast) to 9 (small).")
  private Integer gzip;

  @Option(
      names = "--codec",
      paramLabel = "NAME-LEVEL",
      description =
          "Compresses each file: none, gzip-1 to gzip-9, zstd-1 to zstd-19, lz4-1 to lz4-12,"
              + " bzip2-1 to bzip2-9 (default: none).")
  private String codec;

  /**
   * The chosen codec; {@code options} is null if no option was given.
   *
   * @throws IllegalArgumentException if there is no such codec
   */
  static Codec chosen(CodecOptions options) {
    if (options == null) {
      return Codec.NONE;
    }
    if (options.gzip != null) {
      return Codec.gzip(options.gzip);
    }
    try {
      return Codec.of(options.codec);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("codec: " + e.getMessage(), e);
    }
  }
}
