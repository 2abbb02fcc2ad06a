package io.loadpath.engines.cluster;

import io.loadpath.engines.service.FileTree;
import io.loadpath.engines.service.FolderLock;
import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.ServerLog;
import io.loadpath.engines.service.ServerRecord;
import io.loadpath.engines.service.ServiceException;
import io.loadpath.engines.service.StateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/**
 * HDFS and YARN of one state folder, as real daemons on this machine. They listen on 127.0.0.1 and
 * stay when the program that started them ends. Any process may call all methods: all state is in
 * the state folder and in /proc.
 */
public final class Cluster {
  public static final int MAX_WORKERS = ClusterSettings.MAX_WORKERS;

  /** Warnings for the user at each start. */
  public static final String WARNING =
      "While a job runs, the three ports of its application master listen on all addresses: see"
          + " SECURITY.md.\nHadoop asks for no password: every user of this machine can run programs"
          + " on it as "
          + System.getProperty("user.name")
          + ".";

  private static final String ALLOW_ROOT = "LOADPATH_ALLOW_ROOT";

  private final ClusterFiles files;
  private final EngineFolder engine;
  private final ClusterSearch search;

  Cluster(ClusterFiles files, EngineFolder engine) {
    this.files = files;
    this.engine = engine;
    this.search = new ClusterSearch(files);
  }

  /**
   * The cluster of a state folder, running or not.
   *
   * @param root the project's root folder
   * @param stateFolder the folder that {@link StateFolder#of} found
   */
  public static Cluster of(Path root, Path stateFolder) {
    return new Cluster(ClusterFiles.in(stateFolder), new EngineFolder(root));
  }

  /**
   * Starts the daemons that do not run, and waits until a job can run.
   *
   * @param workers number of DataNodes, and of NodeManagers; 0 for the previous number, at first 1
   * @param progress receives each finished step
   * @return whether this call started anything
   * @throws ServiceException when no job can run; the message says why, and nothing that this call
   *     started is left running
   */
  public boolean start(int workers, Consumer<String> progress) {
    refuseRoot(Owner.caller(), System.getenv(ALLOW_ROOT));
    try {
      files.service().make();
      // The files of the ResourceManager and the NodeManagers hold a job's passwords, and Hadoop
      // opens them to all.
      Owner.mode(files.folder(), "rwx------");
      ClusterStart start = new ClusterStart(files, engine, progress);
      return FolderLock.hold(files.service().lock(), () -> start.run(workers));
    } catch (IOException e) {
      throw new ServiceException(
          "cannot start the cluster in %s (%s): free the disk or fix the folder, or set %s to another"
              .formatted(files.folder(), e, StateFolder.VARIABLE),
          e);
    }
  }

  /**
   * Hadoop asks for no password: root's cluster would give every user of the machine root's rights.
   */
  static void refuseRoot(long caller, String allowed) {
    if (caller == 0 && !"1".equals(allowed)) {
      throw new ServiceException(
          "root's cluster lets every user of this machine run programs as root: start it as an"
              + " ordinary user, or set %s=1 where there are no other users, as in a container"
                  .formatted(ALLOW_ROOT));
    }
  }

  /**
   * Ends all daemons and containers, and with them all jobs. HDFS keeps its files.
   *
   * @return whether there was anything to stop
   */
  public boolean stop() {
    try {
      if (!Files.isDirectory(files.folder())) {
        return search.end(); // its state was deleted while it ran
      }
      return FolderLock.hold(files.service().lock(), this::stopAll);
    } catch (IOException e) {
      throw new ServiceException("cannot stop the cluster in " + files.folder() + ": " + e, e);
    }
  }

  private boolean stopAll() throws IOException {
    boolean ended = search.end();
    files.forgetJobs();
    for (Daemon daemon : all()) {
      FileTree.delete(files.daemon(daemon).path().resolve("tmp"));
    }
    return ended;
  }

  /** Whether all daemons run. */
  public boolean running() {
    return settings()
        .map(kept -> search.running(kept.daemons()).size() == kept.daemons().size())
        .orElse(false);
  }

  public Map<Daemon, ServerRecord> daemons() {
    return settings().map(kept -> search.running(kept.daemons())).orElse(Map.of());
  }

  /** Returns the processes of all containers, application masters included. */
  public Set<Long> containers() {
    return search.containers();
  }

  /** Returns the processes of a NodeManager's containers, also after its end. */
  public Set<Long> containers(Daemon nodeManager) {
    return search.containersOf(nodeManager);
  }

  public ClusterStatus status() {
    Optional<ClusterSettings> kept = settings();
    if (kept.isEmpty()) {
      return ClusterStatus.of(0, Map.of(), Map.of());
    }
    ClusterSettings settings = kept.get();
    Map<Daemon, ServerRecord> running = search.running(settings.daemons());
    Map<Daemon, OptionalLong> pids = new LinkedHashMap<>();
    Map<Daemon, String> addresses = new LinkedHashMap<>();
    for (Daemon daemon : settings.daemons()) {
      ServerRecord record = running.get(daemon);
      pids.put(daemon, record == null ? OptionalLong.empty() : OptionalLong.of(record.pid()));
      addresses.put(daemon, settings.webAddress(daemon));
    }
    if (running.isEmpty()) {
      return ClusterStatus.of(settings.workers(), pids, addresses);
    }
    ClusterProbe probe = new ClusterProbe(settings);
    boolean history = probe.ready(Daemon.HISTORY, 0);
    return new ClusterStatus(
        settings.workers(), pids, addresses, probe.hdfs(), probe.yarn(), history);
  }

  /**
   * Returns the folder of the configuration for clients, for HADOOP_CONF_DIR.
   *
   * @throws ServiceException when the cluster does not run
   */
  public Path conf() {
    if (!running()) {
      throw new ServiceException(
          "the cluster is not running in %s: start it with 'bin/loadpath cluster start'"
              .formatted(files.folder()));
    }
    return files.conf();
  }

  public Path folder() {
    return files.folder();
  }

  /** The daemons that the cluster has, or had. */
  public List<Daemon> all() {
    return settings().map(ClusterSettings::daemons).orElse(List.of());
  }

  public Path log(Daemon daemon) {
    return files.daemon(daemon).log();
  }

  public String logTail(Daemon daemon) {
    return ServerLog.tail(log(daemon), 0);
  }

  private Optional<ClusterSettings> settings() {
    return ClusterSettings.read(files.settings());
  }
}
