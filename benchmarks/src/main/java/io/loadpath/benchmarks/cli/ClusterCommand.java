package io.loadpath.benchmarks.cli;

import io.loadpath.benchmarks.UsageException;
import io.loadpath.engines.cluster.Cluster;
import io.loadpath.engines.cluster.ClusterStatus;
import io.loadpath.engines.cluster.Daemon;
import io.loadpath.engines.service.ShellWord;
import io.loadpath.engines.service.StateFolder;
import io.loadpath.tables.cli.HelpOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code bin/loadpath cluster start --workers 2} */
@Command(
    name = "cluster",
    description = {
      "Starts and stops a Hadoop cluster on this machine: NameNode, ResourceManager, JobHistory"
          + " server, and for each worker a DataNode and a NodeManager.",
      "The daemons listen on 127.0.0.1, run as you, and keep their files in the state folder. Only"
          + " the application master of a running job listens on all addresses: see SECURITY.md."
    },
    footer = {
      "",
      "Examples:",
      "  bin/loadpath cluster start             start it, or its dead daemons",
      "  eval \"$(bin/loadpath cluster env)\"     let the programs in engines/bin use it",
      "  engines/bin/hadoop fs -ls /            list the files in its HDFS",
      "  bin/loadpath cluster status            show daemons and web pages",
      "  bin/loadpath cluster stop              stop it; HDFS keeps its files"
    })
final class ClusterCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Mixin private HelpOption help;
  @ParentCommand private Commands program;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "name what to do: start, stop, status, logs or env");
  }

  @Command(
      name = "start",
      description = {
        "Starts the daemons that are not running, and waits until a job can run.",
        "The first start formats HDFS and makes an archive of the daemons' classes; later starts are"
            + " faster. The ports stay the same while they are free."
      })
  int start(
      @Option(
              names = "--workers",
              paramLabel = "N",
              description =
                  "Number of workers, 1 to 16 (default: as last time; the first time 1). With two or"
                      + " more, HDFS keeps each block twice.")
          Integer workers,
      @Mixin HelpOption startHelp) {
    if (workers != null && (workers < 1 || workers > Cluster.MAX_WORKERS)) {
      throw new UsageException(
          "--workers is %d, not 1 to %d".formatted(workers, Cluster.MAX_WORKERS));
    }
    StateFolder.warning(program.state()).ifPresent(text -> System.err.println("warning: " + text));
    long begun = System.nanoTime();
    Cluster cluster = cluster();
    boolean started =
        cluster.start(workers == null ? 0 : workers, line -> System.err.println("  " + line));
    System.out.println(
        started
            ? "the cluster is ready after %d s".formatted(secondsSince(begun))
            : "the cluster is already running");
    cluster.status().lines().forEach(System.out::println);
    if (started) {
      System.out.println(Cluster.WARNING);
    }
    return 0;
  }

  @Command(name = "stop", description = "Stops all daemons, containers and jobs.")
  int stop(@Mixin HelpOption stopHelp) {
    boolean stopped = cluster().stop();
    System.out.println(stopped ? "the cluster stopped" : "the cluster was not running");
    return 0;
  }

  @Command(
      name = "status",
      description = {
        "Shows the daemons, HDFS, YARN, and the addresses of the web pages.",
        "Exit code: 0 if a job can run, otherwise 1."
      })
  int status(@Mixin HelpOption statusHelp) {
    ClusterStatus status = cluster().status();
    status.lines().forEach(System.out::println);
    return status.ready() ? 0 : 1;
  }

  @Command(
      name = "logs",
      description = "Lists the daemons' log files, or prints the last lines of one.")
  int logs(
      @Parameters(
              arity = "0..1",
              paramLabel = "DAEMON",
              description = "A daemon's name, such as namenode or nodemanager-1.")
          String name,
      @Mixin HelpOption logsHelp) {
    Cluster cluster = cluster();
    List<Daemon> daemons = cluster.all();
    if (name == null) {
      daemons.forEach(daemon -> System.out.printf("%-16s %s%n", daemon, cluster.log(daemon)));
      return 0;
    }
    Daemon daemon =
        daemons.stream()
            .filter(known -> known.name().equals(name))
            .findFirst()
            .orElseThrow(() -> new UsageException(unknown(name, daemons)));
    System.out.println(cluster.log(daemon));
    System.out.println(cluster.logTail(daemon));
    return 0;
  }

  @Command(
      name = "env",
      description = "Prints the variables for clients: eval \"$(bin/loadpath cluster env)\"")
  int env(@Mixin HelpOption envHelp) {
    System.out.println("export HADOOP_CONF_DIR=" + ShellWord.quoted(cluster().conf().toString()));
    return 0;
  }

  private static String unknown(String name, List<Daemon> daemons) {
    return daemons.isEmpty()
        ? "there is no cluster yet: start it with 'bin/loadpath cluster start'"
        : "there is no daemon %s: use %s"
            .formatted(name, daemons.stream().map(Daemon::name).collect(Collectors.joining(", ")));
  }

  private Cluster cluster() {
    return Cluster.of(program.root(), program.state());
  }

  private static long secondsSince(long nanos) {
    return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - nanos);
  }
}
