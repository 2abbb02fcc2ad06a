package io.loadpath.engines.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A running server, as server.json keeps it.
 *
 * @param pid the postmaster
 * @param startTicks when it started, in clock ticks since boot: tells it from a later process of
 *     the same number
 * @param port TCP port on 127.0.0.1
 * @param version PostgreSQL's version
 * @param dataFolder the database cluster
 */
record ServerRecord(long pid, long startTicks, int port, String version, Path dataFolder) {
  private static final Pattern NUMBER = Pattern.compile("\"(pid|startTicks|port)\"\\s*:\\s*(\\d+)");

  void write(Path file) throws IOException {
    String json =
        """
        {
          "pid": %d,
          "startTicks": %d,
          "port": %d,
          "version": "%s",
          "dataFolder": "%s"
        }
        """
            .formatted(pid, startTicks, port, version, escaped(dataFolder.toString()));
    ServerFiles.write(file, json, "rw-r--r--");
  }

  /**
   * Reads a record; a missing or damaged one is empty, since the server can be found without it.
   */
  static Optional<ServerRecord> read(ServerFiles files) {
    long pid = -1;
    long startTicks = -1;
    int port = -1;
    try {
      Matcher numbers = NUMBER.matcher(Files.readString(files.record(), UTF_8));
      while (numbers.find()) {
        long value = Long.parseLong(numbers.group(2));
        switch (numbers.group(1)) {
          case "pid" -> pid = value;
          case "startTicks" -> startTicks = value;
          default -> port = Math.toIntExact(value);
        }
      }
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException | ArithmeticException | NumberFormatException e) {
      return Optional.empty();
    }
    if (pid < 0 || startTicks < 0 || port < 0) {
      return Optional.empty();
    }
    return Optional.of(new ServerRecord(pid, startTicks, port, Binaries.version(), files.data()));
  }

  /** Whether the very process that was recorded still lives. */
  boolean alive() {
    return Processes.startTicks(pid).equals(OptionalLong.of(startTicks));
  }

  private static String escaped(String text) {
    StringBuilder json = new StringBuilder();
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ') {
        json.append("\\u%04x".formatted((int) c));
      } else {
        json.append(c);
      }
    }
    return json.toString();
  }
}
