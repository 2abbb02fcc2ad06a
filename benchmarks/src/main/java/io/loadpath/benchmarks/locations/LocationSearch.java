package io.loadpath.benchmarks.locations;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.UsageException;
import io.loadpath.benchmarks.locations.WebHdfs.StandbyException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Finds the files of URIs, and the hosts that may send them. */
public final class LocationSearch {
  /** How a load proves the bytes. */
  public enum Checksum {
    /** The checksum that HDFS computes itself; none for HTTP. */
    server,
    sha256,
    none
  }

  private final HadoopConf conf;
  private final Curl curl;
  private final String user;
  private final List<String> nameNodes;
  private final List<String> allowed;
  private final Checksum checksum;
  private final Map<String, RemoteFile> files = new LinkedHashMap<>();
  private final Set<String> hosts = new TreeSet<>();
  private boolean hdfs;
  private boolean http;

  /**
   * @param conf the folder of a cluster's configuration; null if there is none
   * @param netrc the file with names and passwords; it need not exist
   * @param kerberos whether to log in by Kerberos, even if the configuration does not say so
   * @param user the name in HDFS without Kerberos
   * @param nameNodes HOST:PORT of the NameNodes' web servers; empty for those of the configuration
   * @param allowed more hosts that may send data
   */
  public LocationSearch(
      Path conf,
      Path netrc,
      boolean kerberos,
      String user,
      List<String> nameNodes,
      List<String> allowed,
      Checksum checksum) {
    this.conf = new HadoopConf(conf);
    this.curl = new Curl(netrc, kerberos || this.conf.kerberos());
    this.user = user;
    this.nameNodes = nameNodes;
    this.allowed = allowed;
    this.checksum = checksum;
    hosts.addAll(allowed);
  }

  /**
   * Adds the files of a URI.
   *
   * @throws LoadpathException if it has none, or one that cannot be loaded
   */
  public void add(String uri) {
    Uris.Parts parts = Uris.parse(uri);
    switch (parts.scheme()) {
      case "hdfs" ->
          addHdfs(
              conf.https(),
              nameNodes.isEmpty() ? conf.nameNodes(parts.authority()) : nameNodes,
              parts.path());
      case "webhdfs", "swebhdfs" ->
          addHdfs(parts.scheme().equals("swebhdfs"), nameNodesOf(uri, parts), parts.path());
      case "http", "https" -> addHttp(parts);
      default ->
          throw new UsageException(
              "'%s:' cannot be loaded through a location file: use hdfs:, webhdfs:, swebhdfs:, http: or https:"
                  .formatted(parts.scheme()));
    }
    if (hdfs && http) {
      throw new UsageException(
          "one call takes files of HDFS or of HTTP servers, because each kind has its preprocessor");
    }
  }

  private List<String> nameNodesOf(String uri, Uris.Parts parts) {
    if (!parts.authority().contains(":")) {
      throw new UsageException(
          "%s has no port: write that of the NameNode's web server, 9870 if it was not changed"
              .formatted(uri));
    }
    return List.of(parts.authority());
  }

  private void addHdfs(boolean https, List<String> addresses, String path) {
    hdfs = true;
    StandbyException standby = null;
    for (String address : addresses) {
      WebHdfs server = new WebHdfs(curl, https, address, curl.kerberos() ? "" : user);
      try {
        for (RemoteFile file : server.list(path)) {
          put(
              switch (checksum) {
                case server -> file.withChecksum(server.checksum(file));
                case sha256 -> file.withChecksum(server.sha256(file));
                case none -> file;
              });
        }
        hosts.add(address);
        hosts.addAll(allowed.isEmpty() ? server.dataNodes() : List.of());
        return;
      } catch (StandbyException e) {
        standby = e;
      }
    }
    throw standby;
  }

  private void addHttp(Uris.Parts parts) {
    http = true;
    WebFiles server = new WebFiles(curl);
    WebFiles.Found found =
        server.find("%s://%s%s".formatted(parts.scheme(), parts.authority(), parts.path()));
    RemoteFile file = found.file();
    if (checksum == Checksum.sha256) {
      file = file.withChecksum(server.sha256(file));
    } else if (file.changed().equals(RemoteFile.UNKNOWN)) {
      throw new LoadpathException(
          "%s: the server sends no modification time and no ETag, so a change would pass unseen: use --checksum sha256"
              .formatted(file.uri()));
    }
    put(file);
    hosts.add(parts.authority());
    hosts.add(found.host());
  }

  private void put(RemoteFile file) {
    if (files.put(file.uri(), file) != null) {
      throw new UsageException(file.uri() + " is named twice: its rows would be loaded twice");
    }
    files.values().stream()
        .filter(other -> other != file && other.mayBe(file))
        .findFirst()
        .ifPresent(
            other -> {
              throw new UsageException(
                  "%s and %s have the same path, length and time: name the file once, because its rows would be loaded twice"
                      .formatted(other.uri(), file.uri()));
            });
  }

  public List<RemoteFile> files() {
    return List.copyOf(files.values());
  }

  /** Returns the hosts that may send data, as location files list them. */
  public Set<String> hosts() {
    return new TreeSet<>(hosts);
  }

  /** Returns who logs in, as location files write it; empty for anyone. */
  public String login() {
    if (curl.kerberos()) {
      return "kerberos";
    }
    return hdfs ? "user:" + user : "";
  }

  /** Returns the name of the preprocessor for these files. */
  public String preprocessor() {
    return hdfs ? "read-webhdfs.sh" : "read-http.sh";
  }
}
