package io.loadpath.engines.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loadpath.engines.net.Hosts;
import io.loadpath.engines.service.LoopbackPort;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.ServerLog;
import io.loadpath.engines.service.ServerRecord;
import io.loadpath.engines.service.ServiceException;
import io.loadpath.engines.service.StateFolder;
import io.loadpath.engines.service.SystemProgram;
import io.loadpath.engines.service.WholeFile;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** One start of the server. The caller holds the lock and knows that no server runs. */
final class ServerStart {
  private static final Duration READY = Duration.ofMinutes(2);
  private static final int PORT_ATTEMPTS = 5;

  /**
   * The folder of POSIX shared memory. A container may lack it, or close it to the server's user.
   */
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  private final ServerFiles files;
  private final Path conf;
  private final List<String> launcher;
  private final ServerUser user = ServerUser.find();
  private final Hosts hosts = Hosts.here();

  ServerStart(ServerFiles files, Path conf, List<String> launcher) {
    this.files = files;
    this.conf = conf;
    this.launcher = launcher;
  }

  void run() throws IOException {
    run(LoopbackPort::free);
  }

  /** The port for the next attempt. */
  interface Ports {
    int next() throws IOException;
  }

  void run(Ports ports) throws IOException {
    requireReach();
    ServerProgram.requireUnlocked(files);
    Binaries binaries = Binaries.unpacked(files);
    writeConf();
    new DataFolder(files, user, binaries, launcher).prepare();
    for (int attempt = 1; ; attempt++) {
      int port = ports.next();
      files.writePassFile(hosts.address(Hosts.DATABASE), port);
      long logStart = ServerLog.begin(files.log());
      if (launched(binaries, port, logStart)) {
        return;
      }
      String log = ServerLog.tail(files.log(), logStart);
      // Another process may take the free port before the server does.
      if (attempt == PORT_ATTEMPTS || !log.contains("Address already in use")) {
        throw new ServiceException(
            "PostgreSQL did not start; the end of its log %s:\n%s".formatted(files.log(), log));
      }
    }
  }

  private void requireReach() {
    if (!user.canReach(files.folder())) {
      throw new ServiceException(
          "the database server's user %s cannot enter %s: set %s to a folder below one of mode 755, such as /var/tmp/loadpath"
              .formatted(user.name(), files.folder(), StateFolder.VARIABLE));
    }
  }

  /** Adds the settings that depend on the machine after those of the project's file. */
  private void writeConf() throws IOException {
    int cores = Runtime.getRuntime().availableProcessors();
    String machine =
        """

        # This machine has %1$d cores.
        max_worker_processes = %2$d
        max_parallel_workers = %1$d
        max_parallel_workers_per_gather = %3$d
        dynamic_shared_memory_type = %4$s
        """
            .formatted(
                cores,
                cores + 8,
                Math.max(1, cores / 2),
                user.canFill(SHARED_MEMORY) ? "posix" : "sysv");
    WholeFile.write(files.conf(), Files.readString(conf, UTF_8) + machine, "rw-r--r--");
  }

  /** Starts the server on a port; false if it ends before it is ready. */
  private boolean launched(Binaries binaries, int port, long logStart) throws IOException {
    Process process = launch(binaries, port);
    try {
      return awaitReady(process::isAlive, logStart);
    } catch (RuntimeException e) {
      Processes.signal("KILL", new ServerSearch(files).all());
      throw e;
    }
  }

  private Process launch(Binaries binaries, int port) throws IOException {
    List<String> server = new ArrayList<>(List.of(binaries.program("postgres")));
    server.addAll(List.of("-D", files.data().toString(), "-p", Integer.toString(port)));
    server.addAll(List.of("-c", "config_file=" + files.conf()));
    server.addAll(List.of("-c", new ServerSearch(files).nameSetting()));
    if (hosts.inLab()) {
      server.addAll(List.of("-c", ServerSearch.addressSetting(hosts.address(Hosts.DATABASE))));
      server.addAll(List.of("-c", "hba_file=" + files.writeLabAccess()));
    }
    List<String> program = new ArrayList<>();
    // A new process session: Ctrl-C in the terminal is for the client.
    SystemProgram.find("setsid").ifPresent(setsid -> program.add(setsid.toString()));
    program.addAll(user.command(server));
    List<String> command = new ArrayList<>(launcher);
    command.addAll(hosts.command(Hosts.DATABASE, ServerProgram.locked(files, program)));
    return ServerProgram.builder(command, files.folder())
        .redirectInput(new File("/dev/null"))
        .redirectOutput(ProcessBuilder.Redirect.appendTo(files.log().toFile()))
        .start();
  }

  /** Waits for a running or starting server; false if it ends before it is ready. */
  boolean ready(ServerRecord running) throws IOException {
    long logEnd = Files.exists(files.log()) ? Files.size(files.log()) : 0;
    return awaitReady(running::alive, logEnd);
  }

  private boolean awaitReady(BooleanSupplier alive, long logStart) {
    boolean over = Processes.within(READY, () -> DataFolder.ready(files) || !alive.getAsBoolean());
    if (!over) {
      throw new ServiceException(
          "PostgreSQL was not ready after %d s; the end of its log %s:\n%s"
              .formatted(READY.toSeconds(), files.log(), ServerLog.tail(files.log(), logStart)));
    }
    return DataFolder.ready(files);
  }
}
