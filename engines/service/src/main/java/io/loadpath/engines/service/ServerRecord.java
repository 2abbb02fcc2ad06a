package io.loadpath.engines.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A running server, as server.json keeps it.
 *
 * @param pid its first process
 * @param startTicks when that started, in clock ticks since boot: tells it from a later process of
 *     the same number
 * @param port TCP port on 127.0.0.1
 */
public record ServerRecord(long pid, long startTicks, int port) {
  private static final Pattern FORM =
      Pattern.compile(
          "\\s*\\{\\s*\"pid\": (\\d+),\\s*\"startTicks\": (\\d+),\\s*\"port\": (\\d+)\\D[^}]*}\\s*");

  public void write(Path file) throws IOException {
    String json = "{\n  \"pid\": %d,\n  \"startTicks\": %d,\n  \"port\": %d\n}\n";
    WholeFile.write(file, json.formatted(pid, startTicks, port), "rw-r--r--");
  }

  /** Reads a record; a missing or damaged one is empty: the server can be found without it. */
  public static Optional<ServerRecord> read(Path file) {
    try {
      Matcher form = FORM.matcher(Files.readString(file, UTF_8));
      return form.matches()
          ? Optional.of(
              new ServerRecord(
                  Long.parseLong(form.group(1)),
                  Long.parseLong(form.group(2)),
                  Integer.parseInt(form.group(3))))
          : Optional.empty();
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Whether the very process that was recorded still lives. */
  public boolean alive() {
    return Processes.startTicks(pid).equals(OptionalLong.of(startTicks));
  }
}
