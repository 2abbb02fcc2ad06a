package io.loadpath.benchmarks.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.benchmarks.needs.Tool;
import io.loadpath.engines.service.Processes;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A headless Chromium found on the PATH, with a new profile; it ends when closed. */
public final class Chromium implements AutoCloseable {
  private static final Duration STARTS = Duration.ofSeconds(60);

  private final Process process;
  private final HttpClient http = HttpClient.newHttpClient();
  private final Path port;

  /** Returns the browser's program; empty if none is on the PATH. */
  public static Optional<Path> find() {
    return Stream.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
        .flatMap(name -> Tool.named(name).find().stream())
        .findFirst();
  }

  /**
   * Starts the browser.
   *
   * @param folder for the profile and the log
   */
  public Chromium(Path program, Path folder) throws IOException {
    Path profile = folder.resolve("profile");
    port = profile.resolve("DevToolsActivePort");
    String options =
        "--headless --no-sandbox --disable-gpu --disable-quic --disable-dev-shm-usage --no-first-run"
            + " --disable-background-networking --disable-component-update --disable-sync"
            + " --remote-debugging-port=0 about:blank";
    Stream<String> words = Stream.of(program.toString(), "--user-data-dir=" + profile);
    process =
        new ProcessBuilder(Stream.concat(words, Stream.of(options.split(" "))).toList())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("chromium.log").toFile())
            .start();
    if (!Processes.within(STARTS, this::listens)) {
      close();
      throw new IOException("Chromium did not start, see chromium.log in " + folder);
    }
  }

  private boolean listens() {
    try {
      return Files.readAllLines(port).size() > 1;
    } catch (IOException e) {
      return false; // not yet
    }
  }

  /** A new tab. */
  public BrowserTab tab() throws IOException, InterruptedException {
    URI address = URI.create("http://127.0.0.1:" + Files.readAllLines(port).get(0) + "/json/new");
    HttpRequest request =
        HttpRequest.newBuilder(address).PUT(HttpRequest.BodyPublishers.noBody()).build();
    String body = http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    String socket = new ObjectMapper().readTree(body).path("webSocketDebuggerUrl").asText();
    return new BrowserTab(http, URI.create(socket));
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    try {
      process.destroyForcibly().waitFor(STARTS.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
