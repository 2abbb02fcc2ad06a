import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server of files, by HTTP and as WebHDFS, that misbehaves as told. It ends when its folder is gone.
 *
 * <pre>java FileServer.java FOLDER    writes its port to FOLDER/port</pre>
 *
 * The file FILE.rules beside a file says how the server treats it:
 *
 * <ul>
 *   <li>cut=N: a body ends after N bytes, with the connection; hang=N: it is silent after N bytes
 *   <li>status=N: this answer instead of a body; redirect=URL: a redirect to that instead of a body
 *   <li>cut-head=yes: the connection ends in the headers
 *   <li>times=N: the rules above hold for the first N bodies only
 *   <li>length=N: a wrong Content-Length; chunked=N: a body of N bytes without Content-Length
 *   <li>ignore-range=yes, etag="…", time=no, checksum=HEX of WebHDFS, datanode=HOST:PORT
 *   <li>after=touch or after=append: the file changes after its first body
 * </ul>
 *
 * FILE.requests lists the requests.
 */
public final class FileServer {
  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);
  private static final String WEBHDFS = "/webhdfs/v1/";
  private static final String DATANODE = "/datanode/";

  private final Path folder;
  private final int port;
  private final Map<Path, AtomicInteger> bodies = new ConcurrentHashMap<>();

  private FileServer(Path folder, int port) {
    this.folder = folder;
    this.port = port;
  }

  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    try (ServerSocket socket = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"))) {
      FileServer server = new FileServer(folder, socket.getLocalPort());
      Files.writeString(folder.resolve("port.new"), socket.getLocalPort() + "\n");
      Files.move(folder.resolve("port.new"), folder.resolve("port"));
      Thread accepting = new Thread(() -> server.accept(socket));
      accepting.setDaemon(true);
      accepting.start();
      while (Files.exists(folder.resolve("port"))) {
        Thread.sleep(200);
      }
    }
  }

  private void accept(ServerSocket socket) {
    while (true) {
      try {
        Socket client = socket.accept();
        Thread answering = new Thread(() -> answer(client));
        answering.setDaemon(true);
        answering.start();
      } catch (IOException e) {
        return;
      }
    }
  }

  private void answer(Socket client) {
    try (client) {
      InputStream in = new BufferedInputStream(client.getInputStream());
      String[] request = line(in).split(" ");
      Map<String, String> headers = new HashMap<>();
      for (String line = line(in); !line.isEmpty(); line = line(in)) {
        int colon = line.indexOf(':');
        headers.put(
            line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
      }
      OutputStream out = new BufferedOutputStream(client.getOutputStream());
      new Answer(request[0], request[1], headers, out).send();
      out.flush();
      client.shutdownOutput();
    } catch (IOException e) {
      // the client has closed the connection
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new IOException("closed");
      }
      line.append((char) next);
    }
    return line.toString().stripTrailing();
  }

  private final class Answer {
    private final String method;
    private final String query;
    private final String path;
    private final Map<String, String> headers;
    private final OutputStream out;
    private final Path file;
    private final Properties rules = new Properties();

    Answer(String method, String target, Map<String, String> headers, OutputStream out)
        throws IOException {
      this.method = method;
      this.headers = headers;
      this.out = out;
      int mark = target.indexOf('?');
      path = mark < 0 ? target : target.substring(0, mark);
      query = mark < 0 ? "" : target.substring(mark + 1);
      file = folder.resolve(path.replaceFirst("^(" + WEBHDFS + "|" + DATANODE + "|/)", ""));
      Path ruleFile = Path.of(file + ".rules");
      if (Files.exists(ruleFile)) {
        rules.load(new StringReader(Files.readString(ruleFile)));
      }
      Files.writeString(
          Path.of(file + ".requests"),
          "%s %s %s %s %s%n"
              .formatted(
                  method,
                  target,
                  headers.get("host"),
                  headers.getOrDefault("range", "-"),
                  headers.getOrDefault("authorization", "-").replace(' ', ':')),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    }

    void send() throws IOException, InterruptedException {
      if (!Files.isRegularFile(file)) {
        String message = "File does not exist: " + file.getFileName();
        text("404 Not Found", "{\"RemoteException\":{\"message\":\"%s\"}}".formatted(message));
      } else if (query.startsWith("op=GETFILESTATUS")) {
        text(
            "200 OK",
            "{\"FileStatus\":{\"accessTime\":1,\"length\":%d,\"modificationTime\":%d,\"type\":\"FILE\"}}"
                .formatted(Files.size(file), Files.getLastModifiedTime(file).toMillis()));
      } else if (query.startsWith("op=GETFILECHECKSUM")) {
        text(
            "200 OK",
            "{\"FileChecksum\":{\"algorithm\":\"MD5-of-0MD5-of-512CRC32C\",\"bytes\":\"%s\",\"length\":28}}"
                .formatted(rules.getProperty("checksum")));
      } else if (path.startsWith(WEBHDFS) && query.startsWith("op=OPEN")) {
        String node = rules.getProperty("datanode", "127.0.0.1:" + port);
        String offset = query.replaceFirst(".*(offset=\\d+).*", "$1");
        redirect("http://" + node + path.replace(WEBHDFS, DATANODE) + "?op=OPEN&" + offset);
      } else if (method.equals("HEAD")) {
        head("200 OK", Files.size(file), "");
      } else {
        body();
      }
    }

    private void body() throws IOException, InterruptedException {
      int earlier = bodies.computeIfAbsent(file, key -> new AtomicInteger()).getAndIncrement();
      boolean ruled = earlier < number("times", Integer.MAX_VALUE);
      if (ruled && rules.containsKey("status")) {
        text(rules.getProperty("status"), "");
        return;
      }
      if (ruled && rules.containsKey("cut-head")) {
        out.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n".getBytes(ISO_8859_1));
        return;
      }
      if (ruled && rules.containsKey("redirect")) {
        redirect(rules.getProperty("redirect"));
        return;
      }
      byte[] all = Files.readAllBytes(file);
      int from = 0;
      String status = "200 OK";
      String range = "";
      if (path.startsWith(DATANODE)) {
        from = Integer.parseInt(query.replaceFirst(".*offset=(\\d+).*", "$1"));
      } else if (headers.containsKey("range") && !rules.containsKey("ignore-range")) {
        from = Integer.parseInt(headers.get("range").replaceAll("[^0-9]", ""));
        status = "206 Partial Content";
        range = "Content-Range: bytes %d-%d/%d\r\n".formatted(from, all.length - 1, all.length);
      }
      byte[] bytes = Arrays.copyOfRange(all, from, all.length);
      if (rules.containsKey("chunked")) {
        head(status, -1, "Transfer-Encoding: chunked\r\n");
        int length = number("chunked", 0);
        bytes = Arrays.copyOf(bytes, length);
        out.write("%x\r\n".formatted(length).getBytes(ISO_8859_1));
        out.write(bytes);
        out.write("\r\n0\r\n\r\n".getBytes(ISO_8859_1));
        return;
      }
      head(status, number("length", bytes.length), range);
      int end = bytes.length;
      if (ruled) {
        end = Math.min(number("hang", number("cut", end)), end);
      }
      out.write(bytes, 0, end - 1);
      out.flush();
      change(earlier); // before the client can have the last byte
      out.write(bytes, end - 1, 1);
      out.flush();
      if (ruled && rules.containsKey("hang")) {
        Thread.sleep(60_000);
      }
    }

    private void change(int earlier) throws IOException {
      String after = rules.getProperty("after", "");
      if (earlier == 0 && after.equals("append")) {
        FileTime before = Files.getLastModifiedTime(file);
        Files.writeString(file, "one more line\n", StandardOpenOption.APPEND);
        Files.setLastModifiedTime(file, before);
      } else if (earlier == 0 && after.equals("touch")) {
        Instant now = Files.getLastModifiedTime(file).toInstant().plusSeconds(1);
        Files.setLastModifiedTime(file, FileTime.from(now));
      }
    }

    private int number(String rule, int otherwise) {
      return Integer.parseInt(rules.getProperty(rule, Integer.toString(otherwise)));
    }

    private void redirect(String target) throws IOException {
      write("HTTP/1.1 307 Temporary Redirect\r\nLocation: " + target + "\r\nContent-Length: 0\r\n\r\n");
    }

    private void text(String status, String text) throws IOException {
      write(
          "HTTP/1.1 %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
              .formatted(status, text.length(), text));
    }

    private void head(String status, long length, String more) throws IOException {
      StringBuilder head = new StringBuilder("HTTP/1.1 " + status + "\r\nConnection: close\r\n");
      head.append(more);
      if (length >= 0) {
        head.append("Content-Length: ").append(length).append("\r\n");
      }
      if (!path.startsWith(DATANODE)) {
        if (!rules.containsKey("time")) {
          Instant changed = Files.getLastModifiedTime(file).toInstant();
          head.append("Last-Modified: ").append(HTTP_DATE.format(changed)).append("\r\n");
        }
        if (rules.containsKey("etag")) {
          head.append("ETag: ").append(rules.getProperty("etag")).append("\r\n");
        }
      }
      write(head + "\r\n");
    }

    private void write(String text) throws IOException {
      out.write(text.getBytes(ISO_8859_1));
    }
  }
}
