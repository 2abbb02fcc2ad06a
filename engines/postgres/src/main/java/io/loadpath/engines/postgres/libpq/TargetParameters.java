package io.loadpath.engines.postgres.libpq;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loadpath.engines.service.ServiceException;
import java.net.URLDecoder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reads libpq's URI into its parameters, by keyword: {@code
 * postgresql://[user@][host][:port][/dbname][?keyword=value&...]}. A value that libpq knows and
 * JDBC does not is an error, because some paths connect by JDBC. Messages never repeat the URI: a
 * misplaced password may be anywhere in it.
 */
final class TargetParameters {
  static final String PASSWORD_ADVICE =
      "leave it out, and give it by --password-file FILE, PGPASSFILE, PGPASSWORD or ~/.pgpass";

  private static final Set<String> SCHEMES = Set.of("postgresql://", "postgres://");

  /** Keywords of libpq that have no counterpart in JDBC, or that a run decides itself. */
  private static final Map<String, String> REFUSED =
      Map.ofEntries(
          Map.entry("hostaddr", "JDBC takes only a host: write the address as the host"),
          Map.entry("sslpassword", "it is a secret: use a key without a passphrase"),
          Map.entry("application_name", "a run sets it, to find its own sessions: leave it out"),
          Map.entry("client_encoding", "a run sends UTF-8: leave it out"),
          Map.entry("replication", "a run needs an ordinary session: leave it out"));

  private static final Set<String> UNKNOWN_TO_JDBC =
      Set.of(
          "fallback_application_name",
          "gssdelegation",
          "gsslib",
          "keepalives",
          "keepalives_count",
          "keepalives_idle",
          "keepalives_interval",
          "krbsrvname",
          "load_balance_hosts",
          "max_protocol_version",
          "min_protocol_version",
          "requirepeer",
          "requiressl",
          "scram_client_key",
          "scram_server_key",
          "ssl_max_protocol_version",
          "ssl_min_protocol_version",
          "sslcertmode",
          "sslcompression",
          "sslcrl",
          "sslcrldir",
          "sslkeylogfile",
          "sslsni",
          "tcp_user_timeout",
          "tty");

  private TargetParameters() {}

  static boolean isUri(String value) {
    return SCHEMES.stream().anyMatch(value::startsWith);
  }

  /**
   * Returns the parameters of a URI.
   *
   * @throws ServiceException if it is not one, or names what a run cannot do
   */
  static Map<String, String> ofUri(String uri) {
    String rest =
        SCHEMES.stream()
            .filter(uri::startsWith)
            .findFirst()
            .map(scheme -> uri.substring(scheme.length()))
            .orElseThrow();
    Map<String, String> found = new LinkedHashMap<>();
    int question = rest.indexOf('?');
    String query = question < 0 ? "" : rest.substring(question + 1);
    rest = question < 0 ? rest : rest.substring(0, question);
    int slash = rest.indexOf('/');
    String database = slash < 0 ? "" : rest.substring(slash + 1);
    String authority = slash < 0 ? rest : rest.substring(0, slash);
    int at = authority.lastIndexOf('@');
    if (database.contains("@") || at < 0 && query.contains("@")) {
      throw misplacedAt();
    }
    if (at >= 0) {
      put("user", authority.substring(0, at), found);
    }
    host(authority.substring(at + 1), found);
    put("dbname", database, found);
    Stream.of(query.split("&"))
        .filter(pair -> !pair.isEmpty())
        .forEach(pair -> parameter(pair, found));
    return found;
  }

  private static ServiceException misplacedAt() {
    return new ServiceException(
        "--postgres: the URI has an '@' after its first '/' or '?', or in its host: leave a password"
            + " out, and write other special characters as %XX");
  }

  private static ServiceException password() {
    return new ServiceException(
        "--postgres: the URI holds a password, which every list of processes shows: "
            + PASSWORD_ADVICE);
  }

  private static void host(String text, Map<String, String> found) {
    requireOneHost(text);
    int end = text.startsWith("[") ? text.indexOf(']') : 0;
    if (end < 0) {
      throw new ServiceException("--postgres: the '[' of the IPv6 address has no ']'");
    }
    int colon = text.indexOf(':', end);
    String host = colon < 0 ? text : text.substring(0, colon);
    if (decoded(host).contains("@")) { // all that is before it may be a password
      throw misplacedAt();
    }
    put("host", end > 0 ? host.substring(1, end) : host, found);
    put("port", colon < 0 ? "" : text.substring(colon + 1), found);
  }

  private static void requireOneHost(String text) {
    if (text.contains(",")) {
      throw new ServiceException(
          "--postgres: the URI names several servers: name one, the one that takes writes");
    }
  }

  private static void parameter(String pair, Map<String, String> found) {
    int equals = pair.indexOf('=');
    String keyword = decoded(equals < 0 ? pair : pair.substring(0, equals));
    if (equals < 0) {
      throw new ServiceException(
          "--postgres: a parameter of the URI has no value: write keyword=value, and '&' in a value"
              + " as %26");
    }
    if (keyword.equals("password")) {
      throw password();
    }
    if (keyword.equals("ssl") && pair.equals("ssl=true")) { // as libpq allows, for JDBC's sake
      found.put("sslmode", "require");
      return;
    }
    requireSupported(keyword, "--postgres");
    put(keyword, pair.substring(equals + 1), found);
  }

  /**
   * Fails if a run cannot do what a keyword asks for.
   *
   * @param source the option or the file that holds it
   */
  static void requireSupported(String keyword, String source) {
    if (REFUSED.containsKey(keyword)) {
      throw new ServiceException(
          "%s: a run cannot use %s: %s".formatted(source, keyword, REFUSED.get(keyword)));
    }
    if (UNKNOWN_TO_JDBC.contains(keyword)) {
      throw new ServiceException(
          "%s: a run cannot use %s: the paths that connect by JDBC have nothing like it; leave it out"
              .formatted(source, keyword));
    }
    if (!Target.KEYWORDS.contains(keyword)) {
      throw new ServiceException(
          "%s: unknown parameter '%s': a run knows %s"
              .formatted(source, keyword, String.join(", ", Target.KEYWORDS)));
    }
  }

  private static void put(String keyword, String text, Map<String, String> found) {
    if (keyword.equals("user") && decoded(text).contains(":")) { // also as %3A
      throw password();
    }
    Optional.of(decoded(text))
        .filter(value -> !value.isEmpty())
        .ifPresent(value -> found.put(keyword, value));
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), UTF_8);
    } catch (IllegalArgumentException e) {
      throw new ServiceException(
          "--postgres: a '%' in the URI is not followed by two hexadecimal digits: write it as %25");
    }
  }
}
