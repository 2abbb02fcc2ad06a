package io.loadpath.engines.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.engines.service.LoopbackPort;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.net.URLEncoder;
import java.util.Optional;

/** Asks the web server of a daemon. */
final class DaemonWeb {
  private static final int TIMEOUT_MILLIS = 5_000;
  private static final ObjectMapper JSON = new ObjectMapper();

  private DaemonWeb() {}

  /** Returns a management bean, or nothing if the daemon does not answer or has no such bean. */
  static Optional<JsonNode> bean(int port, String name) {
    return get(port, "/jmx?qry=" + URLEncoder.encode(name, UTF_8))
        .map(found -> found.path("beans"))
        .filter(beans -> !beans.isEmpty())
        .map(beans -> beans.get(0));
  }

  /** Returns a JSON object, or nothing if the daemon does not answer. */
  static Optional<JsonNode> get(int port, String pathAndQuery) {
    try {
      HttpURLConnection connection = connect(port, pathAndQuery);
      connection.setRequestProperty("Accept", "application/json");
      try (InputStream in = connection.getInputStream()) {
        return Optional.of(JSON.readTree(in));
      }
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Parses an attribute that holds JSON as text. */
  static JsonNode parse(JsonNode attribute) {
    try {
      return JSON.readTree(attribute.asText());
    } catch (IOException e) {
      return JSON.createObjectNode();
    }
  }

  /** No value. */
  static JsonNode none() {
    return JSON.createArrayNode();
  }

  /** Changes something in HDFS. */
  static void put(int port, String pathAndQuery) throws IOException {
    HttpURLConnection connection = connect(port, pathAndQuery);
    connection.setReadTimeout(6 * TIMEOUT_MILLIS); // the first request loads the service
    connection.setRequestMethod("PUT");
    if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
      throw new IOException(
          pathAndQuery
              + ": "
              + connection.getResponseCode()
              + " "
              + connection.getResponseMessage());
    }
    connection.disconnect();
  }

  private static HttpURLConnection connect(int port, String pathAndQuery) throws IOException {
    URI address = URI.create("http://" + LoopbackPort.HOST + ":" + port + pathAndQuery);
    HttpURLConnection connection =
        (HttpURLConnection) address.toURL().openConnection(Proxy.NO_PROXY);
    connection.setRequestProperty("X-XSRF-Header", "loadpath");
    connection.setConnectTimeout(TIMEOUT_MILLIS);
    connection.setReadTimeout(TIMEOUT_MILLIS);
    return connection;
  }
}
