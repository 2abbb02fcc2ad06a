package io.loadpath.engines.cluster;

import io.loadpath.engines.cluster.web.LoopbackHost;
import io.loadpath.engines.net.Hosts;
import io.loadpath.engines.service.DatabaseVariables;
import io.loadpath.engines.service.FileTree;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.ServerLog;
import io.loadpath.engines.service.ServiceFolder;
import io.loadpath.engines.service.SystemProgram;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Starts daemons as processes of their own session. */
final class DaemonStart {
  private final ClusterFiles files;
  private final EngineFolder engine;
  private final ClusterSearch search;
  private final List<String> classOptions;
  private final boolean listClasses;
  private final Hosts hosts = Hosts.here();

  /**
   * @param classOptions the JVM's options to start from the class archive
   * @param listClasses whether daemons list the classes that they load
   */
  DaemonStart(
      ClusterFiles files, EngineFolder engine, List<String> classOptions, boolean listClasses) {
    this.files = files;
    this.engine = engine;
    this.search = new ClusterSearch(files);
    this.classOptions = List.copyOf(classOptions);
    this.listClasses = listClasses;
  }

  /**
   * A daemon that was started here.
   *
   * @param logStart start of its log
   * @param sinceMillis when it was started
   */
  record Started(Process process, long logStart, long sinceMillis) {}

  Started start(Daemon daemon, ClusterSettings settings) throws IOException {
    ServiceFolder folder = files.daemon(daemon);
    folder.make();
    long logStart = ServerLog.begin(folder.log());
    long since = System.currentTimeMillis();
    List<String> command = new ArrayList<>();
    // A new process session: Ctrl-C in the terminal is for the client.
    SystemProgram.find("setsid").ifPresent(setsid -> command.add(setsid.toString()));
    command.addAll(jvm(daemon.name(), folder.path()));
    command.addAll(classOptions);
    if (listClasses) {
      command.add(ClassArchive.listOption(files.classList(daemon)));
    }
    command.add("-D" + LoopbackHost.ADDRESS + "=" + settings.addresses().get(daemon));
    command.add(daemon.role().mainClass);
    command.add(webFilters(daemon));
    command.addAll(properties(daemon, settings));
    List<String> onHost = hosts.command(daemon.host(hosts), command);
    Process process = builder(onHost, folder.path(), folder.log()).start();
    return new Started(process, logStart, since);
  }

  /** Makes an empty image in a folder; returns whether that succeeded. */
  boolean format(Path image, Path log) throws IOException {
    List<String> command = new ArrayList<>(jvm("format", files.folder()));
    command.add(Role.NAMENODE.mainClass);
    command.add("-Ddfs.namenode.name.dir=" + image.toUri());
    command.addAll(List.of("-format", "-nonInteractive"));
    Process process = builder(command, files.folder(), log).start();
    try {
      return Processes.waitFor(process) == 0;
    } finally {
      process.destroyForcibly();
    }
  }

  /** A JVM with the compiler that starts fastest, and only the heap that an idle daemon needs. */
  private List<String> jvm(String name, Path folder) throws IOException {
    Path temporary = folder.resolve("tmp");
    FileTree.delete(temporary);
    Files.createDirectories(temporary);
    List<String> command = new ArrayList<>(List.of(EngineFolder.java()));
    command.addAll(search.marks(name));
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"));
    command.add("-Djava.io.tmpdir=" + temporary);
    command.add("-Xmx256m");
    command.addAll(List.of("-XX:+UseSerialGC", "-Xshare:auto", "-Djava.net.preferIPv4Stack=true"));
    command.add("-Dlog4j.configuration=" + engine.daemonLog4j().toUri());
    command.addAll(EngineFolder.addOpens());
    command.add("-cp");
    command.add(engine.daemonJars() + ":" + files.conf());
    return command;
  }

  private static ProcessBuilder builder(List<String> command, Path folder, Path log) {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    // The user's own settings for Hadoop are for other clusters.
    Map<String, String> environment = builder.environment();
    environment
        .keySet()
        .removeIf(name -> name.matches("(HADOOP|YARN|HDFS|MAPRED|HIVE|LOADPATH)_.*"));
    DatabaseVariables.remove(environment);
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("MALLOC_ARENA_MAX", "2");
    return builder
        .redirectErrorStream(true)
        .redirectInput(new File("/dev/null"))
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
  }

  /**
   * The filters of a daemon's pages. They are not in the configuration files, because containers
   * read these, too, and lack the class.
   */
  private static String webFilters(Daemon daemon) {
    List<String> filters = new ArrayList<>();
    filters.add("io.loadpath.engines.cluster.web.LoopbackHost");
    if (daemon.role() == Role.RESOURCEMANAGER) {
      // The daemon adds this filter itself only if none is set.
      filters.add("org.apache.hadoop.yarn.server.security.http.RMAuthenticationFilterInitializer");
    }
    filters.add("org.apache.hadoop.http.lib.StaticUserWebFilter"); // Hadoop's default
    return "-Dhadoop.http.filter.initializers=" + String.join(",", filters);
  }

  /** The settings that differ between workers, so that the configuration files cannot hold them. */
  private List<String> properties(Daemon daemon, ClusterSettings settings) {
    Path folder = files.daemon(daemon).path();
    return switch (daemon.role()) {
      case DATANODE ->
          List.of(
              "-Ddfs.datanode.hostname=" + settings.addresses().get(daemon),
              "-Ddfs.datanode.data.dir=" + files.data(daemon).toUri(),
              "-Ddfs.datanode.address=" + settings.address(daemon, "data"),
              "-Ddfs.datanode.ipc.address=" + settings.address(daemon, "rpc"),
              "-Ddfs.datanode.http.address=" + settings.address(daemon, "http"));
      case NODEMANAGER ->
          List.of(
              "-Dyarn.nodemanager.hostname=" + settings.addresses().get(daemon),
              "-Dyarn.nodemanager.bind-host=" + settings.addresses().get(daemon),
              "-Dyarn.nodemanager.local-dirs=" + folder.resolve("local"),
              "-Dyarn.nodemanager.log-dirs=" + folder.resolve("containers"),
              "-Dyarn.nodemanager.admin-env=MALLOC_ARENA_MAX=2,"
                  + String.join(",", search.containerMarks(daemon)),
              "-Dyarn.nodemanager.address=" + settings.address(daemon, "rpc"),
              "-Dyarn.nodemanager.localizer.address=" + settings.address(daemon, "localizer"),
              "-Dyarn.nodemanager.webapp.address=" + settings.address(daemon, "http"),
              "-Dmapreduce.shuffle.port=" + settings.port(daemon, "shuffle"));
      default -> List.of();
    };
  }
}
