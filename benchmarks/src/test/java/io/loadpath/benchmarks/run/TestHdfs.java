package io.loadpath.benchmarks.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.engines.cluster.Cluster;
import io.loadpath.engines.cluster.Daemon;
import io.loadpath.engines.cluster.Role;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/** Files in a cluster's HDFS, through its web service: a client's JVM takes seconds to start. */
public final class TestHdfs {
  private static final String USER = System.getProperty("user.name");
  private static final int ERROR = 400;
  private static final int NOT_FOUND = 404;
  private static final byte[] NOTHING = {};

  private final HttpClient client =
      HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();
  private final String address;
  private final String dataNode;

  TestHdfs(Cluster cluster) {
    Map<Daemon, String> addresses = cluster.status().addresses();
    address = addresses.get(new Daemon(Role.NAMENODE, 0)) + "/webhdfs/v1";
    dataNode = addresses.get(new Daemon(Role.DATANODE, 1));
  }

  /** The caller's home folder. */
  public String home() {
    return "/user/" + USER;
  }

  /** Makes a folder with its parents. */
  public void makeFolder(String folder, String mode) {
    ask("PUT", uri(folder, "MKDIRS&permission=" + mode));
  }

  /** Writes a file, over the old one if there is one. */
  public void write(String file, byte[] content, long blockBytes) {
    String create = "CREATE&overwrite=true&noredirect=true&blocksize=" + blockBytes;
    URI dataNode =
        URI.create(json(send("PUT", uri(file, create), NOTHING)).get("Location").asText());
    send("PUT", dataNode, content);
  }

  public String read(String file) {
    return ask("GET", uri(file, "OPEN"));
  }

  public boolean exists(String file) {
    return send("GET", uri(file, "GETFILESTATUS"), NOTHING).statusCode() != NOT_FOUND;
  }

  /** Returns the names in a folder, in order; none if it is not there. */
  public List<String> names(String folder) {
    HttpResponse<String> response = send("GET", uri(folder, "LISTSTATUS"), NOTHING);
    return StreamSupport.stream(
            json(response).path("FileStatuses").path("FileStatus").spliterator(), false)
        .map(file -> file.path("pathSuffix").asText())
        .toList();
  }

  /** Limits the bytes that a folder and its replicas may take. */
  public void limitSpace(String folder, long bytes) {
    ask(
        "PUT",
        uri(folder, "SETQUOTA&namespacequota=" + Long.MAX_VALUE + "&storagespacequota=" + bytes));
  }

  /** Returns how much a block of a file holds at most. */
  public long blockBytes(String file) {
    HttpResponse<String> response = send("GET", uri(file, "GETFILESTATUS"), NOTHING);
    return json(response).path("FileStatus").path("blockSize").asLong();
  }

  /** Returns a count of the first DataNode's work, some 10 s old. */
  long dataNodeCount(String name) {
    String query = URLEncoder.encode("Hadoop:service=DataNode,name=DataNodeActivity*", UTF_8);
    URI page = URI.create(dataNode + "/jmx?qry=" + query);
    return json(send("GET", page, NOTHING)).path("beans").path(0).path(name).asLong();
  }

  private URI uri(String path, String operation) {
    String escaped = URLEncoder.encode(path, UTF_8).replace("%2F", "/").replace("+", "%20");
    return URI.create(
        address + escaped + "?user.name=" + URLEncoder.encode(USER, UTF_8) + "&op=" + operation);
  }

  private String ask(String method, URI uri) {
    return send(method, uri, NOTHING).body();
  }

  private HttpResponse<String> send(String method, URI uri, byte[] body) {
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .header("X-XSRF-Header", "any")
            .version(HttpClient.Version.HTTP_1_1) // a DataNode refuses an upgrade
            .method(method, BodyPublishers.ofByteArray(body))
            .build();
    try {
      HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
      if (response.statusCode() >= ERROR && response.statusCode() != NOT_FOUND) {
        throw new AssertionError(uri + ": " + response.statusCode() + " " + response.body());
      }
      return response;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static JsonNode json(HttpResponse<String> response) {
    try {
      return new ObjectMapper().readTree(response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
