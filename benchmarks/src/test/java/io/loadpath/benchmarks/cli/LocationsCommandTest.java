package io.loadpath.benchmarks.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.loadpath.benchmarks.needs.Tool;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command against a server that answers as a NameNode and as a server of files. */
class LocationsCommandTest {
  private static final String JSON = "application/json";

  @RegisterExtension private final Printed printed = new Printed();
  @TempDir private Path folder;

  private final Set<String> authorizations = new ConcurrentSkipListSet<>();
  private final Map<String, Integer> files = new TreeMap<>();
  private HttpServer server;
  private String host;
  private boolean standby;
  private boolean tellsNodes = true;

  @BeforeEach
  void start() throws IOException {
    assumeThat(Tool.named("curl").find()).as("curl is not installed").isPresent();
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    host = "127.0.0.1:" + server.getAddress().getPort();
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.stop(0);
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    String authorization = exchange.getRequestHeaders().getFirst("Authorization");
    authorizations.add(authorization == null ? "none" : authorization);
    String path = exchange.getRequestURI().getPath();
    String query = exchange.getRequestURI().getRawQuery();
    if (path.startsWith("/webhdfs/v1")) {
      nameNode(exchange, path.substring("/webhdfs/v1".length()), query);
    } else if (path.equals("/jmx") && tellsNodes) {
      send(
          exchange,
          200,
          "{\"beans\":[{\"LiveNodes\":\"{\\\"N1.example:9866\\\":{\\\"infoAddr\\\":\\\"10.0.0.1:9864\\\"}}\"}]}");
    } else if (path.startsWith("/moved/")) {
      exchange
          .getResponseHeaders()
          .add("Location", "http://localhost:" + server.getAddress().getPort() + "/files/a.gz");
      send(exchange, 302, "");
    } else if (path.startsWith("/files/") && files.containsKey(path.substring(7))) {
      if (!path.contains("timeless")) {
        exchange.getResponseHeaders().add("Last-Modified", "Wed, 26 Nov 2025 09:40:00 GMT");
      } else if (path.contains("etag")) {
        exchange.getResponseHeaders().add("ETag", "\"12-ab\"");
      }
      send(exchange, 200, "x".repeat(files.get(path.substring(7))));
    } else {
      send(exchange, path.contains("secret") ? 401 : 404, "nothing");
    }
  }

  private void nameNode(HttpExchange exchange, String path, String query) throws IOException {
    if (standby) {
      send(
          exchange,
          403,
          "{\"RemoteException\":{\"exception\":\"StandbyException\",\"message\":\"not active\"}}");
    } else if (path.startsWith("/closed")) {
      send(
          exchange,
          403,
          "{\"RemoteException\":{\"exception\":\"AccessControlException\",\"message\":\"Permission denied: user=etl\"}}");
    } else if (path.equals("/sales") && query.startsWith("op=LISTSTATUS")) {
      List<String> found = new ArrayList<>();
      files.forEach((name, bytes) -> found.add(status(name, bytes)));
      send(exchange, 200, "{\"FileStatuses\":{\"FileStatus\":[" + String.join(",", found) + "]}}");
    } else if (query.startsWith("op=GETFILECHECKSUM")) {
      send(
          exchange,
          200,
          "{\"FileChecksum\":{\"algorithm\":\"MD5-of-0MD5-of-512CRC32C\",\"bytes\":\"00ff\"}}");
    } else if (query.startsWith("op=GETFILESTATUS") && files.containsKey(path.substring(7))) {
      send(exchange, 200, "{\"FileStatus\":" + status("", files.get(path.substring(7))) + "}");
    } else if (query.startsWith("op=OPEN")) {
      send(exchange, 200, "x".repeat(files.get(path.substring(7))));
    } else {
      send(
          exchange,
          404,
          "{\"RemoteException\":{\"exception\":\"FileNotFoundException\",\"message\":\"File %s does not exist.\"}}"
              .formatted(path));
    }
  }

  private static String status(String name, int bytes) {
    return "{\"pathSuffix\":\"%s\",\"length\":%d,\"modificationTime\":1764150000123,\"type\":\"%s\"}"
        .formatted(name, bytes, name.endsWith("folder") ? "DIRECTORY" : "FILE");
  }

  private static void send(HttpExchange exchange, int status, String text) throws IOException {
    byte[] body = text.getBytes(UTF_8);
    exchange.getResponseHeaders().add("Content-Type", JSON);
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.getResponseHeaders().add("Content-Length", Integer.toString(body.length));
      exchange.sendResponseHeaders(status, -1);
    } else {
      exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }

  private void run(int exitCode, String... arguments) {
    run(exitCode, Map.of("HADOOP_USER_NAME", "etl", "http_proxy", "http://127.0.0.1:9"), arguments);
  }

  private void run(int exitCode, Map<String, String> environment, String... arguments) {
    printed.reset();
    List<String> words = new ArrayList<>(List.of("locations", "--to", folder.toString()));
    for (String word : arguments) {
      words.add(word.replace("HOST", host));
    }
    assertThat(Commands.execute(environment, words.toArray(String[]::new)))
        .as(printed.err())
        .isEqualTo(exitCode);
  }

  private String written(int number) throws IOException {
    try (var files =
        Files.newDirectoryStream(folder, "part-%05d-of-*.locations".formatted(number))) {
      return Files.readString(files.iterator().next());
    }
  }

  @Test
  void aSetIsNegatedAsInHadoop() throws IOException {
    files.putAll(Map.of("a.gz", 3, "b.gz", 2));

    run(0, "webhdfs://HOST/sales/[^a].gz");

    assertThat(written(0)).contains("/sales/b.gz 2 ", "end 1 2\n");
  }

  @Test
  void writesTheMatchingFilesOfAFolderInHdfs() throws IOException {
    files.putAll(
        Map.of("a b&c.gz", 30, "b.gz", 20, "c.gz", 10, "d.csv", 5, "_tmp.gz", 7, ".x.gz", 7));

    run(0, "webhdfs://HOST/sales/*.gz", "--files", "2");

    assertThat(written(0))
        .isEqualTo(
            """
            loadpath-locations 1 hosts=HOST,n1.example:9864 login=user:etl
            webhdfs://HOST/sales/a%20b%26c.gz 30 1764150000123 hdfs:MD5-of-0MD5-of-512CRC32C:00ff
            end 1 30
            """
                .replace("HOST", host));
    assertThat(written(1)).contains("/sales/b.gz 20 ", "/sales/c.gz 10 ", "end 2 30\n");
    assertThat(printed.out().replaceAll("-[0-9a-f]{8}(?=\\.locations)", "-HASH"))
        .isEqualTo(
            """
            part-00000-of-00002-HASH.locations: 1 files, 30 bytes
            part-00001-of-00002-HASH.locations: 2 files, 30 bytes
            written to %s; a load reads them with read-webhdfs.sh
            """
                .formatted(folder));
  }

  @Test
  void takesOneFileAndEachKindOfChecksum() throws IOException {
    files.put("a", 3);
    run(0, "webhdfs://HOST/sales/a", "--checksum", "none", "--user", "other");
    assertThat(written(0)).contains(" login=user:other\n", "/sales/a 3 1764150000123 -\n");
    run(0, "webhdfs://HOST/sales/a", "--checksum", "sha256");
    String ofThree = "cd2eb0837c9b4c962c22d2ff8b5441b7b45805887f051d39bf133b583baf6860";
    assertThat(written(0)).contains("/sales/a 3 1764150000123 sha256:" + ofThree + "\n");
    run(0, "http://HOST/files/a", "--checksum", "sha256");
    assertThat(written(0)).contains("/files/a 3 1764150000000 sha256:" + ofThree + "\n");
  }

  @Test
  void asksTheOtherNameNodeIfOneIsAStandby() throws IOException {
    files.put("a", 3);
    run(0, "hdfs:///sales/a", "--host", "HOST");
    assertThat(written(0)).contains("webhdfs://" + host + "/sales/a 3 ");
    standby = true;
    run(1, "hdfs:///sales/a", "--host", "HOST,HOST");
    assertThat(printed.err()).startsWith("loadpath: " + host + " answers 403: not active");
  }

  @Test
  void hostsThatAreAllowedReplaceTheListOfDataNodes() throws IOException {
    files.put("a", 3);
    tellsNodes = false;
    run(1, "webhdfs://HOST/sales/a");
    assertThat(printed.err())
        .startsWith(
            "loadpath: "
                + host
                + " does not list its DataNodes (status 404): name them with --allow");
    run(0, "webhdfs://HOST/sales/a", "--allow", "*.nodes.example,other:9864");
    assertThat(written(0))
        .startsWith("loadpath-locations 1 hosts=*.nodes.example," + host + ",other:9864 ");
  }

  @Test
  void writesFilesOfAnHttpServer() throws IOException {
    files.putAll(Map.of("a.gz", 30, "timeless-etag", 20));

    run(0, "http://HOST/moved/b.gz", "HTTP://HOST/files/timeless-etag");

    assertThat(written(0))
        .isEqualTo(
            """
            loadpath-locations 1 hosts=HOST,localhost:PORT
            http://HOST/files/timeless-etag 20 etag:"12-ab" -
            http://HOST/moved/b.gz 30 1764150000000 -
            end 2 50
            """
                .replace("HOST", host)
                .replace("PORT", host.replaceFirst(".*:", "")));
    assertThat(printed.out()).contains("read-http.sh");
  }

  @Test
  void sendsThePasswordOfThePrivateFile() throws IOException {
    files.put("a", 3);
    Path netrc = folder.resolve(".netrc");
    Files.createFile(
        netrc, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(netrc, "machine 127.0.0.1 login etl password word\n");

    run(0, "http://HOST/files/a");

    assertThat(authorizations).containsExactly("Basic ZXRsOndvcmQ=");
    assertThat(written(0)).doesNotContain("word\n", "etl");

    Files.setPosixFilePermissions(netrc, PosixFilePermissions.fromString("rw-r-----"));
    run(1, "http://HOST/files/a");
    assertThat(printed.err()).contains(netrc + " must have mode 600");
    assertThat(authorizations).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 | webhdfs://HOST/sales/*.csv | no file matches /sales/*.csv on HOST",
        "1 | webhdfs://HOST/sales/none | HOST answers 404: File /sales/none does not exist.",
        "1 | webhdfs://HOST/none/* | HOST answers 404: File /none does not exist.",
        "1 | webhdfs://HOST/closed/* | HOST answers 403: Permission denied: user=etl",
        "1 | webhdfs://HOST/sales/e* | /sales/empty.gz is empty",
        "1 | webhdfs://HOST/sales/*folder | /sales/a.folder is a folder: name its files",
        "1 | webhdfs://HOST/sales/ | /sales/ is a folder: name its files, '/sales/*'",
        "1 | webhdfs://HOST/s*/a.gz | /s*/a.gz: a pattern may be in the last part only",
        "1 | webhdfs://HOST/sales/[ | '[' is not a pattern",
        "1 | webhdfs://127.0.0.1:1/sales/* | http://127.0.0.1:1/webhdfs/v1/sales cannot be read: curl: (7)",
        "1 | http://HOST/files/none | http://HOST/files/none: the server answers 404",
        "1 | http://HOST/secret | http://HOST/secret: the server answers 401: write name and password to .netrc",
        "1 | http://HOST/files/empty.gz | http://HOST/files/empty.gz is empty",
        "1 | http://HOST/files/timeless | http://HOST/files/timeless: the server sends no modification time",
        "2 | http://HOST/files/*.gz | http://HOST/files/*.gz: HTTP has no patterns",
        "2 | http://HOST/a?key=secret | http://HOST/a: HTTP has no patterns and no lists of files, and a location file no queries",
        "2 | http://me:secret@HOST/a | a URI may hold no user and no password",
        "2 | hdfs:///sales/* | no NameNode is known: set HADOOP_CONF_DIR",
        "2 | webhdfs://namenode/sales/* | webhdfs://namenode/sales/* has no port",
        "2 | file:///etc/passwd | 'file:' cannot be loaded through a location file",
        "2 | sales.csv | 'sales.csv' is not a URI",
        "2 | http://-h/a | '-h' in http://-h/a is not",
        "2 | http://HOST/files/a.gz http://HOST/files/a.gz | http://HOST/files/a.gz is named twice",
        "2 | http://HOST/files/a.gz http://HOST/files/%61.gz | http://HOST/files/a.gz and http://HOST/files/%61.gz have the same path, length and time",
        "2 | http://HOST/files/a.gz webhdfs://HOST/sales/a.gz | one call takes files of HDFS or of HTTP servers",
        "2 | http://HOST/files/a.gz --allow * | --allow is '*': use",
        "2 | hdfs:///sales/* --host namenode | --host is 'namenode': use",
        "2 | http://HOST/files/a.gz --files 0 | --files is 0: use 1 to 9999",
        "1 | http://HOST/files/a.gz --files 2 | 2 location files cannot share 1 files: use --files 1",
        "2 | webhdfs://HOST/sales/a.gz --user a/b | the user 'a/b' has other characters",
      })
  void saysWhyThereIsNothingToWrite(int exitCode, String arguments, String message) {
    files.putAll(Map.of("a.gz", 3, "empty.gz", 0, "a.folder", 1, "timeless", 3));

    run(exitCode, arguments.split(" "));

    assertThat(printed.err())
        .startsWith("loadpath: " + message.replace("HOST", host))
        .doesNotContain("secret@", "key=secret");
    assertThat(folder).isEmptyDirectory();
  }
}
