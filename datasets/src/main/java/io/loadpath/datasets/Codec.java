package io.loadpath.datasets;

import io.loadpath.tables.Format;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The format and compression level of data files.
 *
 * @param level from 1 (fast) to the format's largest (small); 0 for plain text
 */
public record Codec(Format format, int level) {

  /** Plain text. */
  public static final Codec NONE = new Codec(Format.NONE, 0);

  public Codec {
    if (format != Format.NONE && (level < 1 || level > format.maxLevel())) {
      throw new IllegalArgumentException(
          "%s level must be from 1 to %d, but is %d"
              .formatted(format.codecName(), format.maxLevel(), level));
    }
    if (format == Format.NONE && level != 0) {
      throw new IllegalArgumentException("plain text has level 0, not " + level);
    }
  }

  /** Gzip of a level from 1 to 9. */
  public static Codec gzip(int level) {
    return new Codec(Format.GZIP, level);
  }

  /**
   * Reads {@code none}, or a format and its level, such as {@code gzip-3} or {@code zstd-3}.
   *
   * @throws IllegalArgumentException naming the known ones
   */
  public static Codec of(String name) {
    if (name.equals(NONE.toString())) {
      return NONE;
    }
    for (Format format : Format.values()) {
      String prefix = format.codecName() + '-';
      if (format != Format.NONE && name.matches(prefix + "[1-9]\\d?")) {
        int level = Integer.parseInt(name.substring(prefix.length()));
        if (level <= format.maxLevel()) {
          return new Codec(format, level);
        }
      }
    }
    throw new IllegalArgumentException("unknown codec '" + name + "'; known are " + known());
  }

  /** Names all codecs in words. */
  public static String known() {
    return Arrays.stream(Format.values())
        .map(
            format ->
                format == Format.NONE
                    ? format.codecName()
                    : "%1$s-1 to %1$s-%2$d".formatted(format.codecName(), format.maxLevel()))
        .collect(Collectors.joining(", "));
  }

  /** Suffix of a data file's name. */
  String fileSuffix() {
    return ".tbl" + format.suffix();
  }

  /** Suffix of a folder's name, such as {@code -gzip3}; empty for plain text. */
  String folderSuffix() {
    return format == Format.NONE ? "" : "-" + format.codecName() + level;
  }

  BlockCompressor newCompressor() {
    return BlockCompressor.of(format, level);
  }

  /** {@code none}, or for example {@code gzip-3}. */
  @Override
  public String toString() {
    return format == Format.NONE ? format.codecName() : format.codecName() + '-' + level;
  }
}
