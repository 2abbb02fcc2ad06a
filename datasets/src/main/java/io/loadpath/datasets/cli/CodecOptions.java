package io.loadpath.datasets.cli;

import io.loadpath.datasets.Codec;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Two exclusive ways to name the compression of files. */
final class CodecOptions {

  @Option(
      names = "--gzip",
      paramLabel = "LEVEL",
      converter = GzipLevel.class,
      description = "Compresses each file with gzip; 1 (fast) to 9 (small).")
  private Codec gzip;

  @Option(
      names = "--codec",
      paramLabel = "NAME-LEVEL",
      converter = CodecName.class,
      description =
          "Compresses each file: none, gzip-1 to gzip-9, zstd-1 to zstd-19, lz4-1 to lz4-12,"
              + " bzip2-1 to bzip2-9 (default: none).")
  private Codec codec;

  /** The chosen codec; {@code options} is null if none was given. */
  static Codec chosen(CodecOptions options) {
    if (options == null) {
      return Codec.NONE;
    }
    return options.gzip != null ? options.gzip : options.codec;
  }

  /** Turns a level into a codec. */
  static final class GzipLevel implements ITypeConverter<Codec> {
    @Override
    public Codec convert(String level) {
      if (!level.matches("[1-9]")) {
        throw new TypeConversionException("must be from 1 to 9, but is '" + level + "'");
      }
      return Codec.gzip(Integer.parseInt(level));
    }
  }

  /** Turns a name into a codec. */
  static final class CodecName implements ITypeConverter<Codec> {
    @Override
    public Codec convert(String name) {
      try {
        return Codec.of(name);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }
}
