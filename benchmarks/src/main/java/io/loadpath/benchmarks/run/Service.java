package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.path.LoadPath;
import java.util.Map;
import java.util.Set;

/**
 * A server, or servers that belong together, on which paths run. A run starts it unless it runs,
 * and leaves it as it was found. All methods but {@link #running} and {@link #stop} need it to run;
 * they throw {@link io.loadpath.engines.service.ServiceException} where it does not answer.
 */
interface Service extends AutoCloseable {
  /** Returns its name, for people and in the file by which a killed run is cleaned up. */
  String name();

  /** Whether {@code path} runs on it. */
  boolean usedBy(LoadPath path);

  /** Whether it runs, no matter who started it. */
  boolean running();

  /** Starts it unless it runs. */
  void start();

  /** Returns the variables by which a path reaches it. */
  Map<String, String> environment();

  /** Returns the words that must not be shown anywhere. */
  Set<String> secrets();

  /** Returns the name of the CPU stage in which its processes are counted. */
  String stage();

  /** Returns its first processes, one or more; the others descend from them. */
  Set<Long> processes();

  /** Brings what was written to disk. */
  void settle();

  /** Begins a sample: what clients ask for from here on belongs to it. */
  void beginSample();

  /**
   * Ends what the sample's clients asked for and did not wait for.
   *
   * @param clients the sample's live processes; those that ended belong to it too
   */
  void endSessions(Set<Long> clients);

  /** Stops it, no matter who started it. */
  void stop();

  /** Stops it if this object started it. */
  @Override
  void close();
}
