package io.loadpath.engines.postgres;

import io.loadpath.engines.net.Hosts;
import io.loadpath.engines.service.FolderLock;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.ServerRecord;
import io.loadpath.engines.service.ServiceException;
import io.loadpath.engines.service.StateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The bundled PostgreSQL server of one state folder. It listens only on 127.0.0.1, or on its host's
 * address in a lab, never runs as root, has its own process session, and stays when the program
 * that started it ends. Any process may call all methods: all state is in the state folder and in
 * /proc.
 */
public final class PostgresServer implements AutoCloseable {
  static final String USER = "loadpath";
  static final String DATABASE = "loadpath";

  private static final long STOP_SECONDS = 60;

  private final Path conf;
  private final ServerFiles files;
  private final ServerSearch search;
  private final List<String> launcher;
  private boolean startedHere;

  private PostgresServer(Path conf, ServerFiles files, List<String> launcher) {
    this.conf = conf;
    this.files = files;
    this.search = new ServerSearch(files);
    this.launcher = List.copyOf(launcher);
  }

  /**
   * The server of a state folder, running or not.
   *
   * @param root the project's root folder, for the settings in engines/postgres/conf
   * @param stateFolder the folder that {@link StateFolder#of} has checked
   */
  public static PostgresServer of(Path root, Path stateFolder) {
    Path conf = root.resolve("engines/postgres/conf/postgresql.conf");
    return new PostgresServer(conf, ServerFiles.in(stateFolder), List.of());
  }

  /**
   * The same server, started by a command that runs its arguments, such as {@code /bin/sh -c 'echo
   * $$ > …/cgroup.procs; exec "$@"' sh}. The command runs with the caller's rights. It has no
   * effect on a running server.
   */
  public PostgresServer withLauncher(List<String> command) {
    return new PostgresServer(conf, files, command);
  }

  /**
   * Starts the server unless it runs, and waits until it takes connections.
   *
   * @return whether this call started it
   * @throws ServiceException if it cannot be started; the message has the end of its log
   */
  public synchronized boolean start() {
    try {
      files.service().make();
      boolean started = FolderLock.hold(files.service().lock(), this::startUnlessRunning);
      startedHere |= started;
      return started;
    } catch (IOException e) {
      throw new ServiceException(
          "cannot start PostgreSQL in %s (%s): free the disk or fix the folder, or set %s to another"
              .formatted(files.folder(), e, StateFolder.VARIABLE),
          e);
    }
  }

  private boolean startUnlessRunning() throws IOException {
    ServerStart start = new ServerStart(files, conf, launcher);
    Optional<ServerRecord> running = search.running();
    if (running.isPresent() && start.ready(running.get())) {
      connection();
      return false;
    }
    search.end();
    start.run();
    return true;
  }

  /**
   * Stops the server and waits for its end: first by rolling open transactions back, then by force.
   *
   * @return whether there was anything to stop
   */
  public synchronized boolean stop() {
    startedHere = false;
    try {
      if (!Files.isDirectory(files.folder())) {
        return search.end(); // its state was deleted while it ran
      }
      return FolderLock.hold(files.service().lock(), this::stopAll);
    } catch (IOException e) {
      throw new ServiceException("cannot stop PostgreSQL in " + files.folder() + ": " + e, e);
    }
  }

  private boolean stopAll() throws IOException {
    Optional<ServerRecord> running = search.running();
    List<Long> processes = search.all();
    running.ifPresent(server -> Processes.signal("INT", List.of(server.pid())));
    if (running.isEmpty() || !Processes.awaitEnd(processes, STOP_SECONDS)) {
      search.end();
    }
    if (processes.isEmpty()) {
      return false; // the file below may belong to a server in another container
    }
    Files.deleteIfExists(files.passFile()); // psql before version 16 gives a password to any server
    return true;
  }

  public boolean running() {
    return search.running().isPresent();
  }

  public ConnectionInfo connection() {
    long pid = postmasterPid();
    int port = search.port(pid).orElseThrow(this::notRunning);
    String host = Hosts.here().address(Hosts.DATABASE);
    if (!search.listensOn(pid, host)) {
      throw new ServiceException(
          "PostgreSQL in %s runs in another network than this command: stop it with 'engines/bin/postgres stop'"
              .formatted(files.folder()));
    }
    requirePassword();
    return new ConnectionInfo(host, port, USER, DATABASE, files.passFile(), files.password());
  }

  /** Returns the pid of the running server's first process, the parent of all others. */
  public long postmasterPid() {
    return search.running().orElseThrow(this::notRunning).pid();
  }

  public Path dataFolder() {
    return files.data();
  }

  /** The version of the bundled PostgreSQL, such as 18.6.0. */
  public static String version() {
    return Binaries.version();
  }

  /** Stops the server if this object started it. */
  @Override
  public synchronized void close() {
    if (startedHere) {
      stop();
    }
  }

  private ServiceException notRunning() {
    return new ServiceException(
        "PostgreSQL is not running in %s: start it with 'engines/bin/postgres start'"
            .formatted(files.folder()));
  }

  private void requirePassword() {
    if (!files.hasPassword()) {
      throw new ServiceException(
          "PostgreSQL runs, but its password is missing or you may not read it (%s): 'engines/bin/postgres stop' and 'start' make a new one"
              .formatted(files.password()));
    }
  }
}
