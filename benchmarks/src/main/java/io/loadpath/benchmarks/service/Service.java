package io.loadpath.benchmarks.service;

import io.loadpath.benchmarks.record.RunRecord.PlaceInfo;
import io.loadpath.benchmarks.suite.Variant;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A server, or servers that belong together, on which paths run. A run starts it unless it runs,
 * and leaves it as it was found. All methods but {@link #running}, {@link #anyRunning} and {@link
 * #stop} need it to run; they throw {@link io.loadpath.engines.service.ServiceException} where it
 * does not answer.
 */
public interface Service extends AutoCloseable {
  /** Returns its name, for people and in the file by which a killed run is cleaned up. */
  String name();

  boolean usedBy(Variant variant);

  /** Whether it runs, no matter who started it. */
  boolean running();

  /** Whether any part of it runs: a user started it, and a run does not end it. */
  default boolean anyRunning() {
    return running();
  }

  void start();

  /** Returns the variables by which a path reaches it. */
  Map<String, String> environment(Folders folders, Path data);

  /**
   * Returns where paths run that use it, if that is another place than this machine's processes.
   */
  default Optional<PlaceInfo> place() {
    return Optional.empty();
  }

  /**
   * Returns the workers of a cluster of the user's, if its ResourceManager is on this machine;
   * empty for all others.
   */
  default OptionalInt workersOfUserHere() {
    return OptionalInt.empty();
  }

  /** Returns the words that must not be shown anywhere. */
  default Set<String> secrets() {
    return Set.of();
  }

  /** Returns the name of the CPU stage in which its processes are counted. */
  String stage();

  /** Returns its first processes; the others descend from them. None for one out of sight. */
  Set<Long> processes();

  /** Brings what was written to disk, unless it is in the state folder or beyond reach. */
  default void settle() {}

  /** Whether it does something for clients, where that can be told. */
  default boolean busy() {
    return false;
  }

  /** Waits until it does nothing more for a client that has ended, up to a limit. */
  default void drain() {}

  /** Begins the step of a sample that is measured. */
  default void beginRun() {}

  /** Fails if others have work there, whose CPU time cannot be told from that of the run. */
  default void requireAlone() {}

  /**
   * Begins a sample: what clients ask for from here on belongs to it.
   *
   * @param jobSettings settings of Hadoop that its jobs run with, if it is a cluster
   */
  void beginSample(Folders folders, Map<String, String> jobSettings);

  default void endSample(Folders folders) {}

  /** Returns the CPU time of the sample by its own count, where its processes are out of sight. */
  default Optional<CountedCpu> cpu() {
    return Optional.empty();
  }

  /** Ends what the sample's clients asked for and did not wait for. */
  void endSessions(Set<Long> clients);

  /** Stops it, no matter who started it. */
  void stop();

  /** Stops it if this object started it. */
  @Override
  void close();
}
