package io.loadpath.benchmarks.locations;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loadpath.benchmarks.UsageException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** URIs as location files hold them. */
final class Uris {
  private static final String PLAIN =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:+,=@/";
  private static final Pattern HOST = Pattern.compile("[a-z0-9][a-z0-9._-]*(:[0-9]{1,5})?");
  private static final Pattern FORM = Pattern.compile("([A-Za-z]+)://([^/]*)(/.*)");

  private Uris() {}

  /**
   * A URI in its parts.
   *
   * @param authority host and port, in lower case; empty if the URI has none
   * @param path the rest, as it was given
   */
  record Parts(String scheme, String authority, String path) {}

  /**
   * Splits a URI.
   *
   * @throws UsageException if it has another form
   */
  static Parts parse(String uri) {
    Matcher form = FORM.matcher(uri);
    if (!form.matches()) {
      throw new UsageException(
          "'%s' is not a URI such as hdfs:///sales/*.gz or http://files.example/sales.gz"
              .formatted(uri));
    }
    String authority = form.group(2).toLowerCase(Locale.ROOT);
    if (authority.contains("@")) {
      throw new UsageException(
          "a URI may hold no user and no password: write them to the file .netrc in the folder of --to, mode 600");
    }
    if (!authority.isEmpty() && !HOST.matcher(authority).matches()) {
      throw new UsageException("'%s' in %s is not HOST or HOST:PORT".formatted(authority, uri));
    }
    return new Parts(form.group(1).toLowerCase(Locale.ROOT), authority, form.group(3));
  }

  /** Writes all but plain characters as % and two hex digits. */
  static String encode(String path) {
    StringBuilder encoded = new StringBuilder();
    for (byte next : path.getBytes(UTF_8)) {
      if (next > 0 && PLAIN.indexOf(next) >= 0) {
        encoded.append((char) next);
      } else {
        encoded.append("%%%02X".formatted(next));
      }
    }
    return encoded.toString();
  }
}
