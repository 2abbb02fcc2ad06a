package io.loadpath.benchmarks.run;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** HDFS and YARN with their daemons. */
interface HadoopCluster extends AutoCloseable {
  /** Returns its name, for people and in the file by which a killed run is cleaned up. */
  String name();

  boolean running();

  /** Whether any daemon of it runs. */
  boolean anyRunning();

  /** Starts it unless it runs, and waits until a job can run. */
  void start();

  /** Returns what its user should know of it, if anything. */
  default Optional<String> warning() {
    return Optional.empty();
  }

  /** Returns the folder with the configuration for its clients. */
  Path configuration();

  /** Returns the pids of its daemons on this machine that are known; none of another machine's. */
  Set<Long> daemons();

  /** Returns the processes of its containers on this machine, of any job. */
  Set<Long> containers();

  /** Stops it, no matter who started it. */
  void stop();

  /** Stops it if this object started it. */
  @Override
  void close();
}
