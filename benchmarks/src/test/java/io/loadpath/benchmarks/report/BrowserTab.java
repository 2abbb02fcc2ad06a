package io.loadpath.benchmarks.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A tab of a {@link Chromium}, driven through the DevTools protocol. */
public final class BrowserTab implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int TIMEOUT_SECONDS = 60;
  private static final Map<String, Integer> KEY_CODES =
      Map.of("Tab", 9, "Enter", 13, " ", 32, "ArrowRight", 39, "Escape", 27);

  private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
  private final List<String> console = new ArrayList<>();
  private final WebSocket socket;
  private int lastId;

  BrowserTab(HttpClient http, URI address) throws IOException {
    socket = http.newWebSocketBuilder().buildAsync(address, new Listener()).join();
    call("Page.enable", "{}");
    call("Runtime.enable", "{}");
    call("Log.enable", "{}");
    size(1280, 1000);
  }

  /** Messages of pages on the console: errors, warnings, refused requests. */
  List<String> console() {
    return console;
  }

  public BrowserTab size(int width, int height) throws IOException {
    String parameters = "{'width': %d, 'height': %d, 'deviceScaleFactor': 1, 'mobile': false}";
    call("Emulation.setDeviceMetricsOverride", parameters, width, height);
    return this;
  }

  /**
   * Shows pages as on a medium.
   *
   * @param medium {@code screen} or {@code print}
   */
  public BrowserTab media(String medium, String colorScheme) throws IOException {
    String parameters =
        "{'media': '%s', 'features': [{'name': 'prefers-color-scheme', 'value': '%s'}]}";
    call("Emulation.setEmulatedMedia", parameters, medium, colorScheme);
    return this;
  }

  public BrowserTab scripts(boolean on) throws IOException {
    call("Emulation.setScriptExecutionDisabled", "{'value': %s}", !on);
    return this;
  }

  /** Opens a page and waits until it is loaded and its scripts ran. */
  public BrowserTab open(Path page) throws IOException {
    call("Page.navigate", "{'url': '%s'}", page.toUri());
    while (!next().path("method").asText().equals("Page.loadEventFired")) {
      // what else happens meanwhile is on the console or of no interest
    }
    return this;
  }

  /** Returns the value of an expression, or the outcome of a promise. */
  public JsonNode eval(String expression) throws IOException {
    JsonNode answer =
        call(
            "Runtime.evaluate",
            "{'expression': %s, 'returnByValue': true, 'awaitPromise': true}",
            JSON.writeValueAsString(expression));
    if (answer.has("exceptionDetails")) {
      throw new IOException(expression + ": " + answer.path("exceptionDetails"));
    }
    return answer.path("result").path("value");
  }

  /** Presses and releases a key: {@code Tab}, {@code Enter}, {@code " "}, {@code ArrowRight}. */
  public void press(String key) throws IOException {
    String text = key.equals("Enter") ? "\\r" : key.length() == 1 ? key : "";
    for (String type : List.of(text.isEmpty() ? "rawKeyDown" : "keyDown", "keyUp")) {
      call(
          "Input.dispatchKeyEvent",
          "{'type': '%s', 'key': '%s', 'code': '%s', 'text': '%s', 'windowsVirtualKeyCode': %d}",
          type,
          key,
          key.equals(" ") ? "Space" : key,
          type.equals("keyUp") ? "" : text,
          KEY_CODES.get(key));
    }
  }

  @Override
  public void close() {
    socket.abort();
  }

  /** Calls a method with parameters in JSON, whose names may have single quotes. */
  private JsonNode call(String method, String parameters, Object... values) throws IOException {
    int id = ++lastId;
    String text =
        "{\"id\": %d, \"method\": \"%s\", \"params\": %s}"
            .formatted(id, method, parameters.replace('\'', '"').formatted(values));
    socket.sendText(text, true).join();
    JsonNode message = next();
    while (message.path("id").asInt() != id) {
      message = next();
    }
    if (message.has("error")) {
      throw new IOException(method + ": " + message.path("error"));
    }
    return message.path("result");
  }

  private JsonNode next() throws IOException {
    try {
      String text = messages.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
      if (text == null) {
        throw new IOException("Chromium sent nothing for " + TIMEOUT_SECONDS + " s");
      }
      JsonNode message = JSON.readTree(text);
      switch (message.path("method").asText()) {
        case "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded" ->
            console.add(text(message.path("params")));
        default -> {}
      }
      return message;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static String text(JsonNode message) {
    JsonNode description = message.at("/exceptionDetails/exception/description");
    return description.isMissingNode() ? message.toString() : description.asText();
  }

  private final class Listener implements WebSocket.Listener {
    private final StringBuilder parts = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      parts.append(data);
      if (last) {
        messages.add(parts.toString());
        parts.setLength(0);
      }
      from.request(1);
      return null;
    }
  }
}
