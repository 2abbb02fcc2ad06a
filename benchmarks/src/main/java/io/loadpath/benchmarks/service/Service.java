package io.loadpath.benchmarks.service;

import io.loadpath.benchmarks.record.RunRecord.PlaceInfo;
import io.loadpath.benchmarks.suite.Variant;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A server, or a group of servers, on which paths run. A run starts it if necessary, and leaves it
 * as it was before. All methods except {@link #running}, {@link #anyRunning} and {@link #stop} need
 * it to be running; they throw {@link io.loadpath.engines.service.ServiceException} if it does not
 * answer.
 */
public interface Service extends AutoCloseable {
  /** Returns its name, for messages and for the clean-up after a killed run. */
  String name();

  boolean usedBy(Variant variant);

  /** Whether it is running, no matter who started it. */
  boolean running();

  /** Whether any part of it is running; then a user started it, and a run does not stop it. */
  default boolean anyRunning() {
    return running();
  }

  void start();

  /** Returns the environment variables for clients. */
  Map<String, String> environment(Folders folders, Path data);

  /** Returns the place of paths that use it, if they do not run as processes of this machine. */
  default Optional<PlaceInfo> place() {
    return Optional.empty();
  }

  /**
   * Returns the number of workers of the user's cluster, if its ResourceManager is on this machine;
   * otherwise empty.
   */
  default OptionalInt workersOfUserHere() {
    return OptionalInt.empty();
  }

  /** Returns secrets that no output may show. */
  default Set<String> secrets() {
    return Set.of();
  }

  /** Returns the name of its CPU stage. */
  String stage();

  /** Returns its first processes; all others descend from them. Empty if they are not visible. */
  Set<Long> processes();

  /**
   * Writes its data to disk, unless it is in the state folder or not reachable.
   *
   * @return false if it is not known whether the data is on disk
   */
  default boolean settle() {
    return true;
  }

  /** Whether it works for clients; false if unknown. */
  default boolean busy() {
    return false;
  }

  /** Waits until its work for ended clients is done, up to a time limit. */
  default void drain() {}

  /** Begins the measured step of a sample. */
  default void beginRun() {}

  /** Fails if it also works for others, whose CPU time cannot be separated from the run's. */
  default void requireAlone() {}

  /**
   * Begins a sample: later work for clients belongs to it.
   *
   * @param jobSettings Hadoop settings for its jobs, if it is a cluster
   */
  void beginSample(Folders folders, Map<String, String> jobSettings);

  default void endSample(Folders folders) {}

  /** Returns the CPU time of the sample by its own count, if its processes are not visible. */
  default Optional<CountedCpu> cpu() {
    return Optional.empty();
  }

  /** Ends work that the sample's clients started and did not wait for. */
  void endSessions(Set<Long> clients);

  /** Stops it, no matter who started it. */
  void stop();

  /** Stops it if this object started it. */
  @Override
  void close();
}
