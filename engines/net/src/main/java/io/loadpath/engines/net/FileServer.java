package io.loadpath.engines.net;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.ServiceException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An HTTP server for the files in a folder, on a host of a lab. It answers GET, also from an offset
 * on, and HEAD. It ends with the process that started it.
 */
public final class FileServer implements AutoCloseable {
  private static final int BUFFER_BYTES = 256 << 10;
  private static final Pattern RANGE = Pattern.compile("bytes=(\\d{1,18})-");
  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);
  private static final int OK = 200;
  private static final int PARTIAL = 206;
  private static final int NOT_FOUND = 404;
  private static final int NOT_ALLOWED = 405;
  private static final int BAD_RANGE = 416;

  private final Process process;
  private final String url;

  private FileServer(Process process, String url) {
    this.process = process;
    this.url = url;
  }

  /**
   * Starts a server.
   *
   * @param folder the folder whose files it serves, with those below
   */
  public static FileServer start(LabFile lab, String host, Path folder) throws IOException {
    List<String> words = new ArrayList<>(JavaProgram.of(FileServer.class));
    words.addAll(List.of(lab.address(host), folder.toRealPath().toString()));
    Process process = Holders.start(lab.command(host, words));
    BufferedReader lines = process.inputReader(UTF_8);
    String line = lines.readLine();
    if (line == null || !line.matches("\\d+")) {
      process.destroyForcibly();
      throw new ServiceException("the file server of lab %s failed: %s".formatted(lab.lab(), line));
    }
    return new FileServer(process, "http://" + lab.address(host) + ":" + line);
  }

  /** Returns the address of the folder, without a slash at the end. */
  public String url() {
    return url;
  }

  public boolean running() {
    return process.isAlive();
  }

  public long pid() {
    return process.pid();
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    Processes.waitFor(process);
  }

  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[1]);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getByName(arguments[0]), 0), 0);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/", exchange -> answer(exchange, folder));
    server.start();
    System.out.println(server.getAddress().getPort());
    System.in.read(); // until the starter ends
    Runtime.getRuntime().halt(0);
  }

  private static void answer(HttpExchange exchange, Path folder) throws IOException {
    try (exchange) {
      Path file = folder.resolve(exchange.getRequestURI().getPath().substring(1)).normalize();
      boolean head = exchange.getRequestMethod().equals("HEAD");
      if (!head && !exchange.getRequestMethod().equals("GET")) {
        exchange.sendResponseHeaders(NOT_ALLOWED, -1);
      } else if (!file.startsWith(folder) || !Files.isRegularFile(file)) {
        exchange.sendResponseHeaders(NOT_FOUND, -1);
      } else {
        send(exchange, file, head);
      }
    }
  }

  /** Returns the form of HTTP, whose days have two digits. */
  static String httpDate(Instant time) {
    return HTTP_DATE.format(time);
  }

  private static void send(HttpExchange exchange, Path file, boolean head) throws IOException {
    long size = Files.size(file);
    var changed = Files.getLastModifiedTime(file);
    exchange.getResponseHeaders().set("Last-Modified", httpDate(changed.toInstant()));
    exchange.getResponseHeaders().set("ETag", "\"%d-%d\"".formatted(size, changed.toMillis()));
    exchange.getResponseHeaders().set("Accept-Ranges", "bytes");
    String wanted = exchange.getRequestHeaders().getFirst("Range");
    Matcher range = RANGE.matcher(wanted == null ? "" : wanted);
    long from = range.matches() ? Long.parseLong(range.group(1)) : 0;
    if (from > 0 && from >= size) {
      exchange.sendResponseHeaders(BAD_RANGE, -1);
      return;
    }
    if (range.matches()) {
      String part = "bytes %d-%d/%d".formatted(from, size - 1, size);
      exchange.getResponseHeaders().set("Content-Range", part);
    }
    if (head) {
      exchange.getResponseHeaders().set("Content-Length", Long.toString(size));
      exchange.sendResponseHeaders(OK, -1);
      return;
    }
    exchange.sendResponseHeaders(range.matches() ? PARTIAL : OK, size == from ? -1 : size - from);
    try (InputStream in = Files.newInputStream(file);
        OutputStream out = exchange.getResponseBody()) {
      in.skipNBytes(from);
      byte[] buffer = new byte[BUFFER_BYTES];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        out.write(buffer, 0, n);
      }
    }
  }
}
