package io.loadpath.benchmarks.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A headless Chromium found on the PATH, with a new profile; it ends when closed. */
public final class Chromium implements AutoCloseable {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
  private static final int START_SECONDS = 60;

  private final Process process;
  private final HttpClient http = HttpClient.newHttpClient();
  private final String address;

  private Chromium(Process process, Path profile) throws IOException, InterruptedException {
    this.process = process;
    this.address = "127.0.0.1:" + port(profile.resolve("DevToolsActivePort"));
  }

  /** The browser's program; empty where none is on the PATH. */
  public static Optional<Path> find() {
    return NAMES.stream()
        .flatMap(
            name ->
                Stream.of(System.getenv("PATH").split(File.pathSeparator))
                    .map(entry -> Path.of(entry, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Starts the browser.
   *
   * @param folder for the profile and the log
   */
  public static Chromium start(Path program, Path folder) throws IOException, InterruptedException {
    Path profile = folder.resolve("profile");
    Process process =
        new ProcessBuilder(
                program.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("chromium.log").toFile())
            .start();
    try {
      return new Chromium(process, profile);
    } catch (IOException | InterruptedException | RuntimeException e) {
      end(process);
      throw e;
    }
  }

  /** A new tab. */
  public BrowserTab tab() throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://" + address + "/json/new"))
            .PUT(HttpRequest.BodyPublishers.noBody())
            .build();
    String body = http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    JsonNode tab = new ObjectMapper().readTree(body);
    return new BrowserTab(http, URI.create(tab.path("webSocketDebuggerUrl").asText()));
  }

  @Override
  public void close() {
    end(process);
  }

  private static void end(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    try {
      process.destroyForcibly().waitFor(START_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String port(Path file) throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    while (System.nanoTime() < end && process.isAlive()) {
      List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
      if (lines.size() > 1) {
        return lines.get(0);
      }
      Thread.sleep(50);
    }
    throw new IOException("Chromium did not start, see chromium.log beside " + file.getParent());
  }
}
