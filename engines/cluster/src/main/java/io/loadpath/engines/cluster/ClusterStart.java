package io.loadpath.engines.cluster;

import static io.loadpath.engines.cluster.Daemon.HISTORY;
import static io.loadpath.engines.cluster.Daemon.NAMENODE;
import static java.net.URLEncoder.encode;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.loadpath.engines.service.LoopbackPort;
import io.loadpath.engines.service.ServerRecord;
import io.loadpath.engines.service.ServiceException;
import io.loadpath.engines.service.StateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** One start, or repair, of a cluster. The caller holds the lock. */
final class ClusterStart {
  private static final int PORT_ATTEMPTS = 3;
  private static final Duration PORT_PATIENCE = Duration.ofSeconds(2);
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
   * Starts what does not run.
   *
   * @param wanted number of workers; 0 for as many as last time
   * @return whether anything was started
   */
  boolean run(int wanted) throws IOException {
    requireNames();
    engine.requireBuilt();
    Optional<ClusterSettings> kept = ClusterSettings.read(files.settings());
    int workers = wanted > 0 ? wanted : kept.map(ClusterSettings::workers).orElse(1);
    Map<Daemon, ServerRecord> running =
        search.running(kept.map(ClusterSettings::daemons).orElse(Daemon.of(workers)));
    if (!running.isEmpty() && kept.isPresent()) {
      if (kept.get().workers() != workers) {
        throw new ServiceException(
            "the cluster runs with %s, not %d: 'bin/loadpath cluster stop' first"
                .formatted(ClusterSettings.count(kept.get().workers()), workers));
      }
      return completed(kept.get(), running);
    }
    startAll(workers, kept.map(ClusterSettings::ports).orElse(Map.of()));
    return true;
  }

  /** Starts what is missing of a cluster that runs; returns whether there was anything. */
  private boolean completed(ClusterSettings settings, Map<Daemon, ServerRecord> running)
      throws IOException {
    if (running.keySet().containsAll(settings.daemons())) {
      readiness(settings, Map.of()).await(settings.daemons());
      return false;
    }
    if (!repaired(settings, running)) {
      startAll(settings.workers(), settings.ports());
    }
    return true;
  }

  /** Hadoop's lists of folders and jars, and its URIs, know no quotes. */
  private void requireNames() {
    for (Path folder : List.of(files.folder(), engine.root())) {
      if (BREAKS_A_LIST.matcher(folder.toString()).find()) {
        throw new ServiceException(
            "Hadoop cannot run a cluster in %s, because its name has a space or a comma: set %s to a folder without one, or move the project"
                .formatted(folder, StateFolder.VARIABLE));
      }
    }
  }

  /** Starts the dead daemons; false if they cannot have their ports again. */
  private boolean repaired(ClusterSettings settings, Map<Daemon, ServerRecord> running)
      throws IOException {
    List<Daemon> dead = settings.daemons().stream().filter(d -> !running.containsKey(d)).toList();
    dead.stream()
        .filter(daemon -> daemon.role() == Role.NODEMANAGER)
        .forEach(search::endContainersOf);
    long deadline = System.nanoTime() + PORT_PATIENCE.toNanos();
    for (Daemon daemon : dead) {
      for (String name : daemon.role().ports()) {
        if (!LoopbackPort.awaitFree(settings.port(daemon, name), deadline)) {
          progress.accept(taken(daemon, name, settings) + ": starting all with other ports");
          return false;
        }
      }
    }
    return launched(settings, dead);
  }

  private void startAll(int workers, Map<String, Integer> ports) throws IOException {
    search.end();
    files.forgetJobs();
    requireBlocks(workers);
    Sizing.require(Machine.of(files.folder()), workers);
    Map<String, Integer> kept = ports;
    for (int attempt = 1; attempt <= PORT_ATTEMPTS; attempt++) {
      long deadline = System.nanoTime() + PORT_PATIENCE.toNanos();
      ClusterSettings settings =
          ClusterSettings.choose(workers, kept, port -> LoopbackPort.awaitFree(port, deadline));
      tellOfOtherPorts(kept, settings);
      settings.write(files.settings());
      if (launched(settings, settings.daemons())) {
        return;
      }
      kept = Map.of(); // another program took one of them meanwhile
    }
    throw new ServiceException(
        "other programs took the cluster's ports %d times in a row: see %s, and start it again"
            .formatted(PORT_ATTEMPTS, files.folder()));
  }

  private void tellOfOtherPorts(Map<String, Integer> kept, ClusterSettings settings) {
    for (Daemon daemon : settings.daemons()) {
      for (String name : daemon.role().ports()) {
        Integer before = kept.get(ClusterSettings.key(daemon, name));
        if (before != null && before != settings.port(daemon, name)) {
          progress.accept(
              "another program has port %d of the %s: it gets %d"
                  .formatted(before, daemon.title(), settings.port(daemon, name)));
        }
      }
    }
  }

  private static String taken(Daemon daemon, String name, ClusterSettings settings) {
    return "another program has port %d of the %s"
        .formatted(settings.port(daemon, name), daemon.title());
  }

  /** Refuses to leave out a DataNode that has blocks. */
  private void requireBlocks(int workers) throws IOException {
    int last = files.dataNodesWithBlocks().stream().mapToInt(Daemon::worker).max().orElse(0);
    if (last > workers) {
      throw new ServiceException(
          "HDFS has blocks on %d DataNodes: start with --workers %d, or %s"
              .formatted(last, last, files.wayToEmptyHdfs()));
    }
  }

  /** Starts daemons and waits until a job can run; false if one could not have its port. */
  private boolean launched(ClusterSettings settings, List<Daemon> daemons) throws IOException {
    writeConf(settings);
    boolean fast = archive.usable();
    boolean all = daemons.size() == settings.daemons().size();
    boolean training = !fast && all && archive.writable();
    DaemonStart programs =
        new DaemonStart(files, engine, fast ? archive.use() : List.of(), training);
    NameNodeImage image = new NameNodeImage(files);
    if (daemons.contains(NAMENODE)) {
      image.prepare(programs);
    }
    Map<Daemon, DaemonStart.Started> started = new LinkedHashMap<>();
    boolean ready = false;
    try {
      for (Daemon daemon : daemons) {
        if (daemon.role() != Role.HISTORY) {
          started.put(daemon, programs.start(daemon, settings));
        }
      }
      Readiness readiness = readiness(settings, started);
      if (!readiness.await(List.of(NAMENODE))) {
        return false;
      }
      if (daemons.contains(NAMENODE)) { // a start that formatted HDFS may have been killed before
        makeFolders(settings);
      }
      if (daemons.contains(HISTORY)) { // which would sleep for 10 s without HDFS
        started.put(HISTORY, programs.start(HISTORY, settings));
      }
      ready = readiness.await(settings.daemons());
    } finally {
      if (!ready && all) {
        search.end();
      } else if (!ready) {
        search.end(started.keySet());
      }
    }

    if (ready && training) {
      makeArchive(settings);
    }
    return ready;
  }

  private Readiness readiness(ClusterSettings settings, Map<Daemon, DaemonStart.Started> started) {
    return new Readiness(files, settings, started, progress);
  }

  private void writeConf(ClusterSettings settings) throws IOException {
    int workers = settings.workers();
    Sizing sizing = Sizing.of(Machine.of(files.folder()), workers);
    Map<String, String> values = new HashMap<>();
    settings.ports().forEach((key, port) -> values.put(key, port.toString()));
    values.put("user", System.getProperty("user.name"));
    values.put("folder", files.folder().toString());
    values.put("workers", Integer.toString(workers));
    values.put("replication", Integer.toString(Math.min(2, workers)));
    values.put("worker.memory-mb", Integer.toString(sizing.memoryMebibytes()));
    values.put("worker.vcores", Integer.toString(sizing.vcores()));
    values.put("container.classpath", String.join(",", engine.hadoopJars()) + "," + files.conf());
    values.put("container.jvm", String.join(" ", archive.containerOptions()));
    ConfTemplates.write(engine.templates(), files.conf(), values);
    Files.copy(
        engine.clientLog4j(),
        files.conf().resolve("log4j.properties"),
        StandardCopyOption.REPLACE_EXISTING);
    Files.createDirectories(files.folder().resolve("tmp"));
  }

  /** Makes the folders that jobs of any user need: /tmp, and the caller's home. */
  private void makeFolders(ClusterSettings settings) throws IOException {
    String user = encode(System.getProperty("user.name"), UTF_8);
    int port = settings.port(NAMENODE, "http");
    String query = "?op=MKDIRS&user.name=" + user + "&permission=";
    DaemonWeb.put(port, "/webhdfs/v1/tmp" + query + "1777");
    DaemonWeb.put(port, "/webhdfs/v1/user" + query + "755");
    DaemonWeb.put(port, "/webhdfs/v1/user/" + user + query + "755");
  }

  private void makeArchive(ClusterSettings settings) throws IOException {
    progress.accept("making an archive of the daemons' classes, once");
    List<Path> lists =
        Daemon.of(settings.workers()).stream()
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
