package io.loadpath.benchmarks.locations;

import java.net.URI;

/**
 * A file on another machine, as a line of a location file.
 *
 * @param uri its URI, with % and two hex digits for all but plain characters
 * @param bytes its length; above 0
 * @param changed the time of its last change in milliseconds since 1970, or {@code etag:} and the
 *     ETag of a server, or {@code -}
 * @param checksum {@code sha256:} and digits, {@code hdfs:ALGORITHM:} and digits, or {@code -}
 */
public record RemoteFile(String uri, long bytes, String changed, String checksum) {
  static final String UNKNOWN = "-";

  String line() {
    return "%s %d %s %s".formatted(uri, bytes, changed, checksum);
  }

  /** Whether another URI seems to name the same file: by another name of the host, for example. */
  boolean mayBe(RemoteFile other) {
    return bytes == other.bytes
        && changed.equals(other.changed)
        && (!changed.equals(UNKNOWN)
            || !checksum.equals(UNKNOWN) && checksum.equals(other.checksum))
        && path().equals(other.path());
  }

  private String path() {
    return URI.create(uri).normalize().getPath();
  }

  RemoteFile withChecksum(String known) {
    return new RemoteFile(uri, bytes, changed, known);
  }
}
