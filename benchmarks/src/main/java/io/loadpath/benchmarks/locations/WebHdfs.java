package io.loadpath.benchmarks.locations;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.benchmarks.LoadpathException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.PatternSyntaxException;

/**
 * HDFS, by the REST interface of its NameNode.
 *
 * @param nameNode HOST:PORT of the NameNode's web server
 * @param user the name for a cluster without Kerberos; empty for another login
 */
record WebHdfs(Curl curl, boolean https, String nameNode, String user) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String LIVE_NODES = "/jmx?qry=Hadoop:service%3DNameNode,name%3DNameNodeInfo";

  /** Another NameNode of the pair is the active one. */
  static final class StandbyException extends LoadpathException {
    private static final long serialVersionUID = 1L;

    StandbyException(String message) {
      super(message);
    }
  }

  /**
   * Returns the files that match, by name.
   *
   * @param pattern a path in HDFS, with a glob in its last part if at all
   * @throws StandbyException if the NameNode is a standby
   * @throws LoadpathException if none matches, or one is empty or a folder
   */
  List<RemoteFile> list(String pattern) {
    int slash = pattern.lastIndexOf('/');
    String folder = pattern.substring(0, slash);
    String glob = pattern.substring(slash + 1);
    if (glob.isEmpty()) {
      throw new LoadpathException("%s is a folder: name its files, '%1$s*'".formatted(pattern));
    }
    if (isGlob(folder)) {
      throw new LoadpathException(
          pattern + ": a pattern may be in the last part only; repeat the URI for each folder");
    }
    JsonNode listed =
        isGlob(glob)
            ? ask(folder.isEmpty() ? "/" : folder, "LISTSTATUS")
                .path("FileStatuses")
                .path("FileStatus")
            : JSON.createArrayNode().add(ask(pattern, "GETFILESTATUS").path("FileStatus"));
    List<RemoteFile> files = new ArrayList<>();
    for (JsonNode status : listed) {
      String name = status.path("pathSuffix").asText();
      name = name.isEmpty() ? glob : name;
      if (matches(glob, name)) {
        files.add(file(folder + "/" + name, status));
      }
    }
    if (files.isEmpty()) {
      throw new LoadpathException("no file matches %s on %s".formatted(pattern, nameNode));
    }
    return files;
  }

  private static boolean isGlob(String text) {
    return text.matches(".*[*?\\[{].*");
  }

  /**
   * Whether a name matches. As in a job's input, a pattern finds no name that begins with _ or .
   */
  private static boolean matches(String glob, String name) {
    if (!isGlob(glob)) {
      return true;
    }
    try {
      String javas = glob.replace("[^", "[!"); // Hadoop negates a set by both
      PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + javas);
      return !name.matches("[_.].*") && matcher.matches(Path.of(name));
    } catch (PatternSyntaxException e) {
      throw new LoadpathException("'%s' is not a pattern: %s".formatted(glob, e.getMessage()), e);
    }
  }

  private RemoteFile file(String path, JsonNode status) {
    if (!status.path("type").asText().equals("FILE")) {
      throw new LoadpathException("%s is a folder: name its files, '%1$s/*'".formatted(path));
    }
    long bytes = status.path("length").asLong();
    if (bytes == 0) {
      throw new LoadpathException(
          path
              + " is empty: a file that never arrived must not count as no rows; remove it, or leave it out");
    }
    return new RemoteFile(
        "%s://%s%s".formatted(https ? "swebhdfs" : "webhdfs", nameNode, Uris.encode(path)),
        bytes,
        Long.toString(status.path("modificationTime").asLong()),
        RemoteFile.UNKNOWN);
  }

  /** Returns the checksum that the cluster computes of its blocks' checksums. */
  String checksum(RemoteFile file) {
    JsonNode sum = answer(url(pathOf(file), "GETFILECHECKSUM")).path("FileChecksum");
    return "hdfs:%s:%s".formatted(sum.path("algorithm").asText(), sum.path("bytes").asText());
  }

  /** Reads the whole file; see {@link Curl#sha256}. */
  String sha256(RemoteFile file) {
    return "sha256:" + curl.sha256(url(pathOf(file), "OPEN"), file.bytes());
  }

  private static String pathOf(RemoteFile file) {
    return Uris.parse(file.uri()).path(); // already encoded
  }

  /**
   * Returns HOST:PORT of the web server of each live DataNode, to which the NameNode redirects.
   *
   * @throws LoadpathException if the NameNode does not tell
   */
  List<String> dataNodes() {
    Curl.Answer answer = curl.get(root() + LIVE_NODES);
    TreeSet<String> hosts = new TreeSet<>();
    if (answer.good()) {
      JsonNode live = json(json(answer.body()).path("beans").path(0).path("LiveNodes").asText());
      live.fields()
          .forEachRemaining(
              node -> {
                String web = node.getValue().path(https ? "infoSecureAddr" : "infoAddr").asText();
                String name = node.getKey().replaceFirst(":\\d+$", "");
                hosts.add((name + web.replaceFirst(".*(:\\d+)$", "$1")).toLowerCase(Locale.ROOT));
              });
    }
    if (hosts.isEmpty()) {
      throw new LoadpathException(
          "%s does not list its DataNodes (status %d): name them with --allow, such as --allow '*.nodes.example'"
              .formatted(nameNode, answer.status()));
    }
    return List.copyOf(hosts);
  }

  private String root() {
    return (https ? "https://" : "http://") + nameNode;
  }

  private String url(String encodedPath, String operation) {
    String name =
        user.isEmpty() ? "" : "&user.name=" + URLEncoder.encode(user, StandardCharsets.UTF_8);
    return "%s/webhdfs/v1%s?op=%s%s".formatted(root(), encodedPath, operation, name);
  }

  private JsonNode ask(String path, String operation) {
    return answer(url(Uris.encode(path), operation));
  }

  private JsonNode answer(String url) {
    Curl.Answer answer = curl.get(url);
    JsonNode json = json(answer.body());
    if (answer.good()) {
      return json;
    }
    JsonNode problem = json.path("RemoteException");
    String message =
        "%s answers %d%s"
            .formatted(
                nameNode,
                answer.status(),
                problem.isMissingNode()
                    ? ": is it a NameNode's web server?"
                    : ": " + problem.path("message").asText());
    if (problem.path("exception").asText().equals("StandbyException")) {
      throw new StandbyException(message);
    }
    if (answer.status() == 401) {
      message +=
          curl.kerberos()
              ? ": no valid Kerberos ticket: run 'kinit'"
              : ": the cluster requires Kerberos: run 'kinit', and use --kerberos";
    }
    throw new LoadpathException(message);
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      return JSON.createObjectNode(); // an error page
    }
  }
}
