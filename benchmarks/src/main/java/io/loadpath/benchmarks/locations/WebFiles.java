package io.loadpath.benchmarks.locations;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.UsageException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;

/** Files of HTTP servers. */
record WebFiles(Curl curl) {
  /**
   * A file with the host that sent it.
   *
   * @param host host and port, after all redirects
   */
  record Found(RemoteFile file, String host) {}

  /**
   * Asks for a file's state.
   *
   * @throws LoadpathException if the server does not have it, or does not say its length
   */
  Found find(String uri) {
    if (!uri.matches("[A-Za-z]+://[^/]+(/([A-Za-z0-9._~:+,=@-]|%[2-9A-Fa-f][0-9A-Fa-f])+)+")) {
      throw new UsageException(
          "%s: HTTP has no patterns and no lists of files, and a location file no queries: name each file, with %% and two hex digits for all characters but letters, digits and ._~:+,=@-"
              .formatted(Curl.withoutQuery(uri)));
    }
    Curl.Answer answer = curl.head(uri);
    if (!answer.good()) {
      throw new LoadpathException(
          "%s: the server answers %d%s"
              .formatted(
                  uri,
                  answer.status(),
                  answer.status() == 401 ? ": write name and password to .netrc" : ""));
    }
    Map<String, String> headers = answer.headers();
    String length = headers.getOrDefault("content-length", "");
    if (!length.matches("\\d{1,18}")) {
      throw new LoadpathException(
          uri + ": the server does not say the length: a short answer would pass unseen");
    }
    if (Long.parseLong(length) == 0) {
      throw new LoadpathException(
          uri + " is empty: a file that never arrived must not count as no rows; leave it out");
    }
    RemoteFile file =
        new RemoteFile(uri, Long.parseLong(length), changed(headers), RemoteFile.UNKNOWN);
    return new Found(file, answer.host().toLowerCase(Locale.ROOT));
  }

  /**
   * Returns the ETag, which some servers make of time and length alone; or the time, in whole
   * seconds.
   */
  private static String changed(Map<String, String> headers) {
    String etag = headers.getOrDefault("etag", "");
    if (etag.matches("(W/)?\"[!#-~]*\"")) {
      return "etag:" + etag;
    }
    try {
      String modified = headers.getOrDefault("last-modified", "");
      Instant time = DateTimeFormatter.RFC_1123_DATE_TIME.parse(modified, Instant::from);
      return Long.toString(time.toEpochMilli());
    } catch (DateTimeException e) {
      return RemoteFile.UNKNOWN;
    }
  }

  /** Reads the whole file; see {@link Curl#sha256}. */
  String sha256(RemoteFile file) {
    return "sha256:" + curl.sha256(file.uri(), file.bytes());
  }
}
