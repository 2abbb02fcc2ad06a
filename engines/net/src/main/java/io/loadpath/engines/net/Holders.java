package io.loadpath.engines.net;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.ServerRecord;
import io.loadpath.engines.service.ServiceException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The processes that keep the namespaces of a lab. They end with this process, unless told. */
final class Holders {
  private final Process first;
  private final int count;

  private Holders(Process first, int count) {
    this.first = first;
    this.count = count;
  }

  /** Starts the holders for the hosts in a lab's file, and notes them there. */
  static Holders start(LabFile file) throws IOException {
    boolean ordinary = Owner.caller() != 0;
    if (ordinary) {
      Number group = (Number) Files.getAttribute(Path.of("/proc/self/task"), "unix:gid");
      file.addUser(Owner.caller(), group.longValue());
    }
    List<String> hosts = file.hosts();
    List<String> words = new ArrayList<>(List.of(LabTool.path("unshare")));
    words.addAll(ordinary ? List.of("--user", "--map-current-user") : List.of("--net", "--uts"));
    String script = script();
    words.addAll(List.of("sh", "-c", script, script, ordinary ? "user" : "root"));
    hosts.forEach(host -> words.add(host + "=" + file.address(host)));
    Process first = start(words);
    int count = hosts.size() + (ordinary ? 2 : 1);
    Holders holders = new Holders(first, count);
    try (BufferedReader lines = first.inputReader(UTF_8)) {
      for (int i = 0; i < count; i++) {
        String[] line = String.valueOf(lines.readLine()).split(" ");
        if (line.length != 2 || !line[1].matches("\\d+")) {
          throw new IOException("the namespaces cannot be made: " + String.join(" ", line));
        }
        file.addProcess(line[0], process(Long.parseLong(line[1])));
      }
    } catch (IOException e) {
      holders.end();
      throw e;
    }
    return holders;
  }

  /**
   * Starts a process of the lab in its own session, so that Ctrl-C does not end it before the
   * owner.
   */
  static Process start(List<String> words) throws IOException {
    List<String> command = new ArrayList<>(List.of(LabTool.path("setsid")));
    command.addAll(words);
    return program(command).redirectErrorStream(true).start();
  }

  /** Returns a program with no variable of the caller, because it may stay long. */
  static ProcessBuilder program(List<String> words) {
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().clear();
    builder.environment().put("PATH", LabTool.SEARCH_PATH);
    builder.environment().put("LC_ALL", "C");
    return builder;
  }

  static ServerRecord process(long pid) {
    return new ServerRecord(
        pid,
        Processes.startTicks(pid)
            .orElseThrow(() -> new ServiceException("a process of the lab ended: " + pid)));
  }

  private static String script() throws IOException {
    try (InputStream script = Holders.class.getResourceAsStream("holders.sh")) {
      return new String(script.readAllBytes(), UTF_8);
    }
  }

  /** Lets the holders stay when this process ends. */
  void stay() throws IOException {
    // Each holder reads one line.
    first.getOutputStream().write("stay\n".repeat(count).getBytes(UTF_8));
    end();
  }

  /** Ends the holders, unless they stay. */
  void end() throws IOException {
    first.getOutputStream().close();
  }
}
