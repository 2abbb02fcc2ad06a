package io.loadpath.datasets;

/**
 * How the files of a dataset are stored: as plain text, or as gzip of a level.
 *
 * @param gzipLevel 1 (fast) to 9 (small), or 0 for plain text
 */
public record Codec(int gzipLevel) {

  /** Plain text. */
  public static final Codec NONE = new Codec(0);

  private static final String GZIP_PREFIX = "gzip-";

  public Codec {
    if (gzipLevel < 0 || gzipLevel > 9) {
      throw new IllegalArgumentException("gzip level must be from 1 to 9, but is " + gzipLevel);
    }
  }

  /** Gzip of a level from 1 to 9. */
  public static Codec gzip(int level) {
    if (level == 0) {
      throw new IllegalArgumentException("gzip level must be from 1 to 9, but is 0");
    }
    return new Codec(level);
  }

  /** Reads {@code none} or {@code gzip-3}. */
  public static Codec of(String name) {
    if (name.equals(NONE.toString())) {
      return NONE;
    }
    if (name.matches(GZIP_PREFIX + "[1-9]")) {
      return gzip(name.charAt(name.length() - 1) - '0');
    }
    throw new IllegalArgumentException(
        "unknown codec '" + name + "'; known are none and gzip-1 to gzip-9");
  }

  boolean isGzip() {
    return gzipLevel > 0;
  }

  /** What a data file's name ends with. */
  String fileSuffix() {
    return isGzip() ? ".tbl.gz" : ".tbl";
  }

  /** {@code none} or {@code gzip-3}. */
  @Override
  public String toString() {
    return isGzip() ? GZIP_PREFIX + gzipLevel : "none";
  }
}
