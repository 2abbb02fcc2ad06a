package io.loadpath.benchmarks.locations;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loadpath.benchmarks.LoadpathException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Asks servers with curl, as the preprocessors do: what works here works for the database's host.
 * Redirects are followed. curl gets its options on standard input.
 *
 * @param netrc the file with names and passwords; it need not exist
 * @param kerberos whether to log in with a Kerberos ticket
 */
record Curl(Path netrc, boolean kerberos) {
  /**
   * A server's answer.
   *
   * @param status 200 and so on
   * @param headers by names in lower case; of repeated ones, the last
   * @param host host and port that sent it, after all redirects
   */
  record Answer(int status, Map<String, String> headers, String body, String host) {
    boolean good() {
      return status == 200;
    }
  }

  /**
   * Sends a GET request.
   *
   * @throws LoadpathException if no answer comes
   */
  Answer get(String url) {
    return ask(url, List.of());
  }

  /** Sends a HEAD request; see {@link #get}. */
  Answer head(String url) {
    return ask(url, List.of("head"));
  }

  private Answer ask(String url, List<String> more) {
    List<String> options = new ArrayList<>(more);
    options.add("dump-header = \"/dev/stderr\"");
    options.add("write-out = \"\\n%{http_code} %{url_effective}\"");
    if (more.isEmpty()) {
      options.add("max-time = 60");
    } else {
      options.add("output = \"/dev/null\"");
    }
    try {
      Process curl = start(url, options);
      String text = new String(curl.getInputStream().readAllBytes(), UTF_8);
      String heads = end(curl, url);
      int end = text.lastIndexOf('\n');
      String[] words = text.substring(end + 1).split(" ", 2);
      return new Answer(
          Integer.parseInt(words[0]),
          headers(heads),
          text.substring(0, end),
          URI.create(words[1]).getRawAuthority());
    } catch (IOException e) {
      throw new LoadpathException("curl cannot be started: install it (" + e.getMessage() + ")", e);
    }
  }

  /**
   * Reads the body of a URL.
   *
   * @return its SHA-256 in hex digits
   * @throws LoadpathException if it has not {@code bytes} bytes
   */
  String sha256(String url, long bytes) {
    try {
      Process curl = start(url, List.of("fail"));
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      long length;
      try (InputStream body = new DigestInputStream(curl.getInputStream(), digest)) {
        length = body.transferTo(OutputStream.nullOutputStream());
      }
      end(curl, url);
      if (length != bytes) {
        throw new LoadpathException(
            "%s has %d bytes, but its server announced %d: did it change meanwhile?"
                .formatted(withoutQuery(url), length, bytes));
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (IOException | NoSuchAlgorithmException e) {
      throw new LoadpathException("cannot read " + withoutQuery(url) + ": " + e.getMessage(), e);
    }
  }

  private Process start(String url, List<String> more) throws IOException {
    List<String> options =
        new ArrayList<>(
            List.of(
                "silent",
                "show-error",
                "globoff",
                "path-as-is",
                "location",
                "max-redirs = 5",
                "proto = \"=http,https\"",
                "noproxy = \"*\"",
                "connect-timeout = 20",
                "speed-limit = 1",
                "speed-time = 60",
                "url = \"" + url + "\""));
    if (url.startsWith("https:")) {
      options.add("proto-redir = \"=https\""); // a password would go on in clear
    }
    if (kerberos) {
      options.addAll(List.of("negotiate", "user = \":\""));
    } else if (Files.exists(netrc)) {
      requireForUserAlone();
      String path = netrc.toAbsolutePath().toString();
      options.add("netrc-file = \"" + path.replace("\\", "\\\\").replace("\"", "\\\"") + "\"");
    }
    options.addAll(more);
    ProcessBuilder program = new ProcessBuilder("curl", "-q", "--config", "-");
    program.environment().put("LC_ALL", "C");
    Process curl = program.start();
    try (OutputStream in = curl.getOutputStream()) {
      in.write((String.join("\n", options) + "\n").getBytes(UTF_8));
    }
    return curl;
  }

  private void requireForUserAlone() throws IOException {
    if (Files.getPosixFilePermissions(netrc).stream()
        .anyMatch(right -> !right.name().startsWith("OWNER_"))) {
      throw new LoadpathException(netrc + " must have mode 600: its passwords are for no one else");
    }
  }

  /** Waits for the end, and returns what curl wrote on standard error: the headers. */
  private static String end(Process curl, String url) throws IOException {
    String errors = new String(curl.getErrorStream().readAllBytes(), UTF_8);
    try {
      int code = curl.waitFor();
      if (code != 0) {
        String reason =
            errors.lines().filter(line -> line.startsWith("curl: ")).findFirst().orElse("");
        throw new LoadpathException(
            "%s cannot be read: %s"
                .formatted(
                    withoutQuery(url),
                    reason.isEmpty() ? "curl ended with exit code " + code : reason));
      }
    } catch (InterruptedException e) {
      curl.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    return errors;
  }

  static String withoutQuery(String url) {
    return url.replaceFirst("\\?.*", "");
  }

  /** Returns the headers of the last answer of a chain. */
  private static Map<String, String> headers(String heads) {
    Map<String, String> headers = new TreeMap<>();
    for (String line : heads.lines().toList()) {
      if (line.startsWith("HTTP/")) {
        headers.clear();
      }
      int colon = line.indexOf(':');
      if (colon > 0) {
        headers.put(
            line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
      }
    }
    return headers;
  }
}
