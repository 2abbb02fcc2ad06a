package io.loadpath.benchmarks.measure;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** An instrument that counts the CPU time of groups of processes. */
public interface CpuMeter extends AutoCloseable {

  /** The processes of one stage of a run, such as the client or the database. */
  interface Stage {
    /** Returns the words to put before a command, so that the stage counts its processes. */
    List<String> launcher();

    /** Returns the CPU time of the stage so far, including ended processes. */
    CpuReading read();

    /** Returns the stage's live processes that the instrument knows. */
    Set<Long> processes();
  }

  /** Returns the instrument's name in the record. */
  String name();

  /**
   * Returns a stage for processes to start with its {@link Stage#launcher()}.
   *
   * @param name the stage's name in the record, such as {@code client}
   * @throws java.io.UncheckedIOException if the instrument cannot be used here
   */
  Stage started(String name);

  /**
   * Returns a stage for a running service, with all present and later children.
   *
   * @param name the stage's name in the record, such as {@code database}
   * @param roots its first processes
   * @throws java.io.UncheckedIOException if the instrument cannot be used for these processes
   */
  Stage running(String name, Set<Long> roots);

  /** Returns the instrument's own total over all stages, if it has one that is not their sum. */
  default Optional<CpuReading> total() {
    return Optional.empty();
  }

  /** Removes all traces from the machine; running processes go on, and are not counted. */
  @Override
  void close();
}
