package io.loadpath.engines.cluster;

import static io.loadpath.engines.cluster.Daemon.HISTORY;
import static io.loadpath.engines.cluster.Daemon.NAMENODE;

import io.loadpath.engines.net.Hosts;
import io.loadpath.engines.service.ServiceException;
import io.loadpath.engines.service.StateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One start of a cluster. It ends with all daemons or with none. The caller holds the lock.
 *
 * <p>Running daemons and their jobs are left alone if the dead daemons can have their ports again.
 */
final class ClusterStart {
  private static final int PORT_ATTEMPTS = 3;
  private static final Pattern BREAKS_A_LIST = Pattern.compile("[\\s,]");

  private final ClusterFiles files;
  private final EngineFolder engine;
  private final Consumer<String> progress;
  private final ClusterSearch search;
  private final ClassArchive archive;

  ClusterStart(ClusterFiles files, EngineFolder engine, Consumer<String> progress) {
    this.files = files;
    this.engine = engine;
    this.progress = progress;
    this.search = new ClusterSearch(files);
    this.archive = new ClassArchive(engine);
  }

  /**
   * Starts the daemons that do not run.
   *
   * @param wanted number of workers; 0 for the previous number
   * @return whether anything was started
   */
  boolean run(int wanted) throws IOException {
    requireNames();
    engine.requireBuilt();
    Optional<ClusterSettings> last = ClusterSettings.read(files.settings());
    int workers = wanted > 0 ? wanted : last.map(ClusterSettings::workers).orElse(1);
    Set<Daemon> running = last.map(l -> search.running(l.daemons()).keySet()).orElse(Set.of());
    if (!running.isEmpty() && last.get().workers() != workers) {
      throw new ServiceException(
          "the cluster runs with %s, not %d: 'bin/loadpath cluster stop' first"
              .formatted(ClusterSettings.count(last.get().workers()), workers));
    }
    if (!running.isEmpty()
        && !last.get().addresses().equals(ClusterSettings.addresses(workers, Hosts.here()))) {
      throw new ServiceException(
          "the cluster in %s runs in another network than this command: 'bin/loadpath cluster stop' first"
              .formatted(files.folder()));
    }
    if (!running.isEmpty() && running.containsAll(last.get().daemons())) {
      new Readiness(files, last.get(), Map.of(), progress).await(last.get().daemons());
      return false;
    }
    start(workers, last.map(ClusterSettings::ports).orElse(Map.of()), running);
    return true;
  }

  /** Hadoop's lists of folders and jars, and its URIs, have no quotes. */
  private void requireNames() {
    for (Path folder : List.of(files.folder(), engine.root())) {
      if (BREAKS_A_LIST.matcher(folder.toString()).find()) {
        throw new ServiceException(
            "Hadoop cannot run a cluster in %s, because its name has a space or a comma: set %s to a folder without one, or move the project"
                .formatted(folder, StateFolder.VARIABLE));
      }
    }
  }

  /**
   * Starts all daemons that do not run; if a port is taken, starts all daemons again with other
   * ports.
   */
  private void start(int workers, Map<String, Integer> lastPorts, Set<Daemon> running)
      throws IOException {
    Map<String, Integer> ports = lastPorts;
    Set<Daemon> kept = running;
    for (int attempt = 1; attempt <= PORT_ATTEMPTS; attempt++) {
      ClusterSettings settings = ClusterSettings.choose(workers, ports, kept);
      List<String> moved = settings.moved(ports);
      if (!moved.isEmpty()) {
        progress.accept(
            "other programs use ports of the cluster; it gets new ones for "
                + String.join(", ", moved));
        kept = Set.of();
      }
      if (kept.isEmpty()) {
        search.end();
        files.forgetJobs();
        requireBlocks(workers);
        Sizing.require(Sizing.Machine.of(files.folder()), workers);
      }
      settings.write(files.settings());
      if (launched(settings, kept)) {
        return;
      }
      ports = Map.of(); // another program took one of them meanwhile
      kept = Set.of();
    }
    throw new ServiceException(
        "other programs took the cluster's ports %d times in a row: see %s, and start it again"
            .formatted(PORT_ATTEMPTS, files.folder()));
  }

  /** Refuses to omit a DataNode that has blocks. */
  private void requireBlocks(int workers) throws IOException {
    int last = files.dataNodesWithBlocks().stream().mapToInt(Daemon::worker).max().orElse(0);
    if (last > workers) {
      throw new ServiceException(
          "HDFS has blocks on %d DataNodes: start with --workers %d, or %s"
              .formatted(last, last, files.wayToEmptyHdfs()));
    }
  }

  /**
   * Starts the daemons that do not run, and waits until a job can run. Ends all daemons if that
   * fails.
   *
   * @return false if a daemon could not have its port
   */
  private boolean launched(ClusterSettings settings, Set<Daemon> running) throws IOException {
    boolean fast = archive.usable();
    boolean training = !fast && running.isEmpty() && archive.writable();
    DaemonStart programs =
        new DaemonStart(files, engine, fast ? archive.use() : List.of(), training);
    Map<Daemon, DaemonStart.Started> started = new LinkedHashMap<>();
    boolean ready = false;
    try {
      ClusterConf.write(files, engine, settings, archive.containerOptions());
      if (!running.contains(NAMENODE)) {
        new NameNodeImage(files).prepare(programs);
      }
      for (Daemon daemon : settings.daemons()) {
        if (!running.contains(daemon) && !daemon.equals(HISTORY)) {
          if (daemon.role() == Role.NODEMANAGER) {
            search.endContainersOf(daemon); // leftovers of a dead daemon
          }
          started.put(daemon, programs.start(daemon, settings));
        }
      }
      Readiness readiness = new Readiness(files, settings, started, progress);
      if (!readiness.await(List.of(NAMENODE))) {
        return false;
      }
      if (!running.contains(NAMENODE)) { // a start that formatted HDFS may have been killed before
        new ClusterProbe(settings).makeFolders();
      }
      if (!running.contains(HISTORY)) { // without HDFS, it would sleep for 10 s
        started.put(HISTORY, programs.start(HISTORY, settings));
      }
      ready = readiness.await(settings.daemons());
    } finally {
      if (!ready) {
        search.end();
      }
    }
    if (ready && training) {
      makeArchive(settings);
    }
    return ready;
  }

  private void makeArchive(ClusterSettings settings) throws IOException {
    progress.accept("making an archive of the daemons' classes, once");
    List<Path> lists =
        settings.daemons().stream()
            .map(files::classList)
            .filter(Files::exists)
            .collect(Collectors.toList());
    boolean made = archive.make(lists, files.folder(), search.marks("class-archive"));
    for (Path list : lists) {
      Files.deleteIfExists(list);
    }
    if (!made) {
      progress.accept(
          "no archive of classes, so the cluster starts more slowly: see "
              + files.folder().resolve("classes.log"));
    }
  }
}
